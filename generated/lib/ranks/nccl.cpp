#include <ww/detail/ranks/board.h>
#ifdef WW_NCCL
#include <nccl.h>
#endif
#ifdef WW_MPI
#include <mpi.h>
#endif

namespace ww::detail::ranks {
#ifdef WW_NCCL
namespace {
void check_nccl(ncclResult_t status) {
  if (status != ncclSuccess)
    throw device_error(std::string("NCCL: ") +
                       ncclGetErrorString(status));
}
class nccl_rank : public communicator {
 public:
  nccl_rank(int rank, int ranks, ncclUniqueId key, board* shared)
      : communicator(rank, ranks), shared(shared) {
    meet();
    check_nccl(ncclCommInitRank(&handle, ranks, key, rank));
  }
  ~nccl_rank() {
    const bool thrown = std::uncaught_exceptions() > exceptions;
    if (thrown || (shared && shared->is_stopped())) abort();
    else if (handle) ncclCommDestroy(handle);
  }
  bool by_kernels() const override { return true; }
  void exchange(const std::vector<outgoing>& out,
                const std::vector<incoming>& in,
                cudaStream_t s) override {
    meet();
    check_nccl(ncclGroupStart());
    for (const outgoing& piece : out)
      if (piece.bytes > 0)
        check_nccl(ncclSend(piece.first, std::size_t(piece.bytes),
                            ncclChar, piece.to, handle, s));
    for (const incoming& piece : in)
      if (piece.bytes > 0)
        check_nccl(ncclRecv(piece.first, std::size_t(piece.bytes),
                            ncclChar, piece.from, handle, s));
    check_nccl(ncclGroupEnd());
  }
  void wait(cudaStream_t s) override {
    for (;;) {
      const auto status = cudaStreamQuery(s);
      if (status == cudaSuccess) return;
      if (status != cudaErrorNotReady) check(status);
      cudaGetLastError();
      if (!shared || !shared->is_stopped()) continue;
      abort();
      throw rank_stopped();
    }
  }
 private:
  void meet() try {
    if (shared) shared->meet();
  } catch (const rank_stopped&) {
    abort();
    throw;
  }
  void abort() {
    if (handle) ncclCommAbort(handle);
    handle = nullptr;
  }
  board* shared;
  const int exceptions = std::uncaught_exceptions();
  ncclComm_t handle = nullptr;
};
}
bool has_nccl() { return true; }
std::string nccl_key() {
  ncclUniqueId id;
  check_nccl(ncclGetUniqueId(&id));
  return {reinterpret_cast<const char*>(&id), sizeof id};
}
std::unique_ptr<communicator> make_nccl(int rank, int ranks,
                                        const std::string& key,
                                        board* shared) {
  ncclUniqueId id;
  std::memcpy(&id, key.data(), sizeof id);
  return std::make_unique<nccl_rank>(rank, ranks, id, shared);
}
#else
bool has_nccl() { return false; }
std::string nccl_key() {
  throw bad_input("this program was built without NCCL; --link copies "
                  "needs none");
}
std::unique_ptr<communicator> make_nccl(int, int, const std::string&,
                                        board*) {
  return nullptr;
}
#endif
#ifdef WW_MPI
static process_place place;
static void ask_mpi() {
  MPI_Init(nullptr, nullptr);
  std::atexit([] {
    if (place.failed) MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Finalize();
  });
  MPI_Comm_rank(MPI_COMM_WORLD, &place.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &place.ranks);
  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, place.rank,
                      MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &place.device);
  place.key = place.rank == 0
                  ? nccl_key()
                  : std::string(sizeof(ncclUniqueId), '\0');
  MPI_Bcast(place.key.data(), int(place.key.size()), MPI_CHAR, 0,
            MPI_COMM_WORLD);
}
static bool started_by_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* size = std::getenv(name))
      return std::atoi(size) > 1;
  return false;
}
process_place* place_among_processes() {
  if (!started_by_mpi()) return nullptr;
  if (place.ranks == 0) ask_mpi();
  return &place;
}
#else
process_place* place_among_processes() { return nullptr; }
#endif
}
