// SPDX-License-Identifier: Apache-2.0
/// Interface of a device that decodes: memory, order, recorded steps and a table of kernels. It names neither CUDA nor
/// torch. `libkvw_cuda.so` implements it for a GPU, `libkvw_emulated.so` on the host for tests.
///
/// All pointers in arguments of kernels are to device memory, and all arrays are dense in the order of their axes
/// unless a stride says otherwise. Matrices, vectors and scratch lie on 16 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>

namespace kvw::device {

enum class Trouble : std::uint8_t { None, OutOfMemory, Lost, Unsupported, Other };
struct Status {
    Trouble trouble = Trouble::None;
    char text[160] = {};  ///< the runtime's own words
    [[nodiscard]] explicit operator bool() const noexcept { return trouble == Trouble::None; }
};
[[nodiscard]] inline Status trouble(Trouble kind, const char* text) noexcept {
    Status status;
    status.trouble = kind;
    std::snprintf(status.text, sizeof status.text, "%s", text);
    return status;
}

struct Info {
    char name[96] = {};
    int multiprocessors = 0, major = 0, minor = 0;
    std::size_t memory = 0, l2 = 0;  ///< bytes
    char driver[32] = {};
    bool emulated = false;
};

/// A step that is played again (a CUDA graph).
class Recorded {
 public:
    virtual ~Recorded() = default;
};

struct Kernels;

/// One device with one queue: what is asked for happens in order, after the call. Thread: one, that of inference.
class Device {
 public:
    virtual ~Device() = default;
    [[nodiscard]] virtual const Info& info() const noexcept = 0;
    [[nodiscard]] virtual const Kernels& kernels() const noexcept = 0;
    /// Allocates memory on 256 bytes, in order of the queue; it is not cleared.
    virtual Status allocate(std::size_t bytes, void** at) = 0;
    /// Gives memory back, in order of the queue; null is allowed.
    virtual void release(void* at) noexcept = 0;
    /// Allocates host memory that copies need not wait for.
    virtual Status allocatePinned(std::size_t bytes, void** at) = 0;
    virtual void releasePinned(void* at) noexcept = 0;
    /// Copies from the host. Unless `from` is pinned, the call returns once `from` may be written to again.
    virtual Status copyIn(void* to, const void* from, std::size_t bytes) = 0;
    /// Copies to the host. Unless `to` is pinned, the call returns once the copy is done.
    virtual Status copyOut(void* to, const void* from, std::size_t bytes) = 0;
    virtual Status copyWithin(void* to, const void* from, std::size_t bytes) = 0;
    virtual Status fill(void* at, int byte, std::size_t bytes) = 0;
    /// Returns a ticket for everything before it.
    virtual Status mark(std::uint64_t* ticket) = 0;
    /// Waits for a ticket; a device that is lost is reported here at the latest.
    virtual Status wait(std::uint64_t ticket) = 0;
    /// Between these two, kernels and copies inside the device are recorded, not run. Allocating, waiting and copies
    /// from or to the host are refused.
    virtual Status beginRecording() = 0;
    virtual Status endRecording(std::unique_ptr<Recorded>* step) = 0;
    /// Runs a recorded step; it must live until it is done.
    virtual Status play(Recorded& step) = 0;
    /// Says how many bytes can still be allocated; other programs may take them first.
    virtual Status freeMemory(std::size_t* bytes) = 0;
};

/// Lanes that one pass takes through the weights together.
inline constexpr int kMostLanes = 8;

/// Storage types of keys and values.
enum class Number : std::uint8_t { F32, Bf16, F16 };
[[nodiscard]] constexpr int bytesOf(Number type) noexcept {
    return type == Number::F32 ? 4 : 2;
}

/// Types of weights; the quantised ones are blocks as in kernels/blocks.h.
enum class Coding : std::uint8_t { F32, Bf16, F16, Q8_0, Q4_0, Q4_1, Q4_K, Q5_K, Q6_K, Mxfp4 };
struct CodingShape {
    int numbers, bytes;  ///< of a block; one number where the type has no blocks
};
[[nodiscard]] constexpr CodingShape shapeOf(Coding coding) noexcept {
    constexpr CodingShape kShapes[] = {{1, 4},   {1, 2},     {1, 2},     {32, 34},   {32, 18},
                                       {32, 20}, {256, 144}, {256, 176}, {256, 210}, {32, 17}};
    return kShapes[static_cast<int>(coding)];
}

/// Rows of weights as their file holds them.
struct Matrix {
    const void* data = nullptr;
    Coding coding = Coding::F32;
    int rows = 0, columns = 0;  ///< columns are whole blocks
    /// One of several matrices of experts that lie behind one another, by its number on the device; their biases lie
    /// behind one another, too. Null: there is one matrix.
    const std::int32_t* expert = nullptr;
};

/// RMSNorm, or LayerNorm where there is a bias; without weights there is no norm.
struct Norm {
    const float* weight = nullptr;
    const float* bias = nullptr;
    float epsilon = 0;
    int size = 0;  ///< weights; those of query and key heads are one head's, or those of all heads in order
};

/// Rotation by position; tables are [phases, rotaryDim / 2]. rotaryDim 0: none.
struct Rope {
    const float* cosines = nullptr;
    const float* sines = nullptr;
    int rotaryDim = 0;
    bool halfSplit = true;  ///< planes (i, i + rotaryDim / 2), else (2i, 2i + 1)
};

struct Heads {
    int query = 0, kv = 0, dim = 0;
};

/// Phase of keys and queries. Token: their token index. Rank: their place among the held tokens, and keys are stored
/// rotated to it. RankOnRead: likewise, but keys are stored as they are and rotated when they are read.
enum class Phase : std::uint8_t { Token, Rank, RankOnRead };

/// Step of a cascade: see UnitContest.
struct PlannedStep {
    std::int32_t accounted = -1;  ///< tokens that sinks and sub-caches hold afterwards; -1: nothing leaves
    std::int32_t younger = -1;    ///< number of tokens younger than the carried one; -1: there is no contest
};

/// A policy's decision of every step, as plain data: a score per held token, and how many stay.
struct StepRule {
    /// NewestRow: the newest query's softmax row, reduced over the heads of a unit. Statistic: statistics[0]. Hash:
    /// that of seed, layer, unit and token (POLICIES.md, section 14). Cosine: the negative cosine between the stored
    /// key and the mean of all unit vectors, as the mean over the heads of a unit.
    enum class Score : std::uint8_t { Token, NewestRow, Statistic, Hash, Cosine };
    /// Change of statistics[0] by a step. Add: adds the reduced row. KeyNorm: that of the step's token becomes the norm
    /// of its key before rotation, as the mean over the heads of a unit. Average: it becomes `decay` times itself and
    /// 1 - decay times the reduced row. Moments: statistics[1] and [2], mean and variance, get the reduced row as one
    /// of the last `recent` rows (POLICIES.md, 5.5).
    enum class Fold : std::uint8_t { None, Add, KeyNorm, Average, Moments };
    /// MeanInTurn: the mean, added head by head. Median: the lower one.
    enum class Reduce : std::uint8_t { Mean, Max, Sum, MeanInTurn, Median };
    /// Values that UnitRanking pools: the newest rows, or of the moments mean + gamma * variance, one of them, or their
    /// product.
    enum class Value : std::uint8_t { Row, Sum, Mean, Variance, Product };
    Score score = Score::Token;
    Fold fold = Fold::None;
    Reduce reduce = Reduce::Mean;
    bool lowest = false;        ///< of a statistic the lowest is the best: its negative is the score
    bool perObserver = false;   ///< a statistic is divided by the number of rows that were added to it
    std::int32_t firstRow = 0;  ///< token index of the first row that was added
    /// A unit that holds budget + every tokens or more is cut to its budget. 0: never.
    std::int32_t every = 1;
    /// With maxDrop > 0, at most that many leave at once, but no more than budget + slack stay.
    std::int32_t maxDrop = 0, slack = 0;
    std::int32_t sinks = 0, recent = 0;  ///< protected as by rule B3 (POLICIES.md, section B)
    std::uint64_t seed = 0;              ///< of Hash
    Number keyType = Number::F32;        ///< of Cosine
    bool keepsLengths = false;           ///< of Cosine: statistics[0] + statistics[1] is a key's length, 0: not known
    const std::int32_t* budgets = nullptr;  ///< [layers, units]; -1: no limit
    double decay = 0;                       ///< of Average
    /// Steps of the tokens from planFirst on, in place of budgets; null: none. `recent` tokens never leave by age.
    const PlannedStep* plan = nullptr;
    std::int32_t planFirst = 0, planSteps = 0;
    bool compares = true, carriedWinsTies = false;  ///< of contests: scores are compared; who has the place if not, or
                                                    ///< if they are equal
    /// Above 0: cut of UnitRanking to the budgets, which count the newest `recent` tokens; an odd width of pooling.
    std::int32_t poolWidth = 0;
    bool byPosition = false;  ///< pooled along token order, else along memory order
    Value value = Value::Row;
    double gamma = 0;
    double rounding = 0;  ///< relative distance of scores that rounding may have put in order
};

/// A reader's choice of every step, as plain data: each query head reads the pages with the largest upper bounds on its
/// scores. A page is `page` slots; slot i holds token i, since nothing is evicted under a reader.
struct ReadRule {
    std::int32_t page = 1, most = 1;  ///< slots of a page; pages that a head reads
    bool newest = false;              ///< the newest page is one of them, whatever its bound
    std::int32_t firstLayer = 0;      ///< the layers below read everything
};

/// Faults that kernels find; the first one of a lane is kept.
enum class Fault : std::int32_t { None, NoRoom, SlotOutOfRange, SlotFree, SlotTwice };

/// Cache and state of one lane. It lies in device memory itself, so that a recorded step may be played again after it
/// has changed. A unit is what shares a token table: `storedHeads / units` stored heads.
struct Lane {
    std::int32_t layers = 0, units = 0, storedHeads = 0, stride = 0;
    std::int32_t statistics = 0;  ///< numbers per slot
    Phase phase = Phase::Token;
    void* const* keys = nullptr;  ///< [layers, storedHeads], each [capacity, head_dim]
    void* const* values = nullptr;
    std::int32_t* tokens = nullptr;  ///< [layers, units, stride], -1: free
    std::int32_t* ranks = nullptr;   ///< likewise, not read at free slots; null with Phase::Token
    /// [layers, units, stride]: how far `applyEdits` lowered the rank of each slot; null: nobody wants to know.
    std::int32_t* turns = nullptr;
    /// [layers, units]. used: end of the slots that were filled; next: slot of the next token, the lowest free one.
    std::int32_t *used = nullptr, *held = nullptr, *next = nullptr;
    const std::int32_t* capacity = nullptr;
    float* statistic = nullptr;  ///< [statistics, layers, units, stride]
    float* logits = nullptr;     ///< [layers, query_heads, stride]: scores, -infinity where nothing is seen
    float* rows = nullptr;       ///< likewise: softmax rows, 0 at free slots below `used`; may be `logits`
    float* peaks = nullptr;      ///< [layers, query_heads, 2]: maximum, and sum of exponentials with the sink's
    float* entropy = nullptr;    ///< [layers, query_heads], nats; null: not wanted
    float* reduced = nullptr;    ///< [layers, units, stride]: the newest row over the heads of a unit; null: not wanted
    const StepRule* rule = nullptr;  ///< null: whoever fills the edit
    /// The edit: slots to free in any order, [layers, units, stride], and their number, [layers, units]. Whoever fills
    /// it writes all numbers in every step.
    std::int32_t *editSlots = nullptr, *editCount = nullptr;
    float* editScores = nullptr;  ///< of editSlots, by the rule; null: not wanted
    /// [layers, units], of the tokens that competed, by a rule with budgets; NaN: none. Null: not wanted.
    float* lowestKept = nullptr;
    const std::int32_t* ids = nullptr;  ///< the text
    std::int32_t* position = nullptr;   ///< index of the step's token
    Fault* fault = nullptr;
    float* scores = nullptr;  ///< [layers, units, stride]: what the rule compared, at held slots; null: not wanted
    const ReadRule* reads = nullptr;  ///< null: everything is read
    std::int32_t pages = 0;           ///< that there is room for
    /// [layers, stored_heads, pages, head_dim]: lowest and highest numbers of keys as they are read.
    float *lows = nullptr, *highs = nullptr;
    float* pageScores = nullptr;  ///< [layers, query_heads, pages]
    /// [layers, stored_heads, chunks, pages]: bit g of a chunk (chunksOf) is set if its query head g reads the page.
    std::uint8_t* readers = nullptr;
    /// [layers, kv, dim]: keys of the step's token before rotation; null: not wanted, and no rule reads them.
    float* newKeys = nullptr;
    /// [layers, units, 3, scratchStride], for rules with a poolWidth; the last axis is a power of two from `stride` on.
    std::uint64_t* scratch = nullptr;
    std::int32_t scratchStride = 0;
    double* cosines = nullptr;          ///< [layers, storedHeads, stride + dim], for rules with Cosine
    std::int32_t* closeCuts = nullptr;  ///< [layers, units]: 1 where rounding may have decided; null: not wanted
};

struct EmbedArgs {
    Matrix table;
    float factor = 1;
    const Lane* lanes = nullptr;  ///< token ids[position] of each
    int laneCount = 0;
    float* x = nullptr;                 ///< [lanes, columns]
    const std::int32_t* ids = nullptr;  ///< [laneCount] tokens in place of those of lanes
};

/// y = residual + also + factor * norm(W norm(x) + bias), each part but W x only if it is there.
struct MatVecsArgs {
    Matrix weights;
    int count = 1;  ///< vectors, at most kMostLanes
    const float* x = nullptr;
    int xStride = 0;
    Norm in, out;
    const float* bias = nullptr;
    const float* residual = nullptr;  ///< strides of y; may be y
    const float* also = nullptr;
    float factor = 1;
    const float* share = nullptr;  ///< another factor, on the device; null: 1
    float softCap = 0;             ///< of W x + bias: cap * tanh(y / cap)
    float* y = nullptr;
    int yStride = 0;
    float* scratch = nullptr;  ///< [count, rows]; only with `out`
    int* done = nullptr;       ///< one counter, 0 between kernels; only with `out`
};

/// Joined projection of queries, keys and values: norm, product, bias, norms of heads, factors, rotation; then keys and
/// values go into the slot `next` of each lane's units, which `takeSlots` took before.
struct QkvArgs {
    Matrix weights[3];  ///< under one another, no head in two of them
    int pieces = 1;
    const float* x = nullptr;
    int xStride = 0;
    Norm in;
    const float* bias = nullptr;
    Heads heads;
    bool byHead = false;      ///< rows are [head][q, k, v], not [q heads][k heads][v heads]
    bool normAcross = false;  ///< norms of queries and keys are over all heads of a token together
    Norm query, key;
    float rotatedFactor = 1, factor = 1;  ///< of the rotated channels of queries, and of the others
    Rope rope;
    Number cache = Number::F32;
    Number rounded = Number::F32;  ///< keys and values are rounded to this type before they are stored
    int layer = 0;
    const Lane* lanes = nullptr;
    int laneCount = 0;
    float* q = nullptr;        ///< [lanes, query_heads, dim]
    float* scratch = nullptr;  ///< [lanes, rows]
    int* done = nullptr;       ///< [query + 2 kv], 0 between kernels
};

/// Attention of one step over a layer, with the scores that it computes anyway. Lanes of one call have the same number
/// of stored heads and are all rotated on read, or none is.
struct AttendArgs {
    Heads heads;
    int layer = 0, storedHeads = 0;
    const Lane* lanes = nullptr;
    int laneCount = 0;
    Number cache = Number::F32;
    bool rotatesOnRead = false;
    Rope rope;
    float scale = 1, softCap = 0;
    const float* sinks = nullptr;  ///< [query_heads], as Scoring::sinks of kernels/attention.h
    int window = 0;                ///< a query sees keys of phases above its own - window; 0: all
    const float* q = nullptr;      ///< [lanes, query_heads, dim], rotated
    float* out = nullptr;          ///< likewise; 0 where nothing is seen
    float* scratch = nullptr;      ///< attendScratch floats
    int* done = nullptr;           ///< attendCounters, 0 between kernels
    bool reads = false;            ///< lanes may have Lane::reads, for which `choosePages` came before
};
inline constexpr int kMostSplits = 32, kMostGroup = 8;
/// Chunks of at most kMostGroup query heads that share a stored head.
[[nodiscard]] constexpr int chunksOf(const Heads& heads, int storedHeads) noexcept {
    return (heads.query / storedHeads + kMostGroup - 1) / kMostGroup;
}
[[nodiscard]] constexpr int attendCounters(const Heads& heads, int storedHeads, int lanes) noexcept {
    return lanes * storedHeads * chunksOf(heads, storedHeads);
}
[[nodiscard]] constexpr std::size_t attendScratch(const Heads& heads, int storedHeads, int lanes) noexcept {
    return static_cast<std::size_t>(attendCounters(heads, storedHeads, lanes)) * kMostSplits * kMostGroup *
           static_cast<std::size_t>(heads.dim + 2);
}

enum class Activation : std::uint8_t { SiluGate, ClampedSiluGate, GeluTanhGate, GeluTanh, GeluExact };
[[nodiscard]] constexpr bool hasGate(Activation kind) noexcept {
    return kind <= Activation::GeluTanhGate;
}

/// First half of an MLP: y = activation(gate x) * up x, or activation(up x) without a gate.
struct GateUpArgs {
    Matrix gate, up;
    int count = 1;
    const float* x = nullptr;
    int xStride = 0;
    Norm in;
    const float *gateBias = nullptr, *upBias = nullptr;
    Activation activation = Activation::SiluGate;
    float gateLimit = 0, gateSlope = 1;  ///< of ClampedSiluGate, as BlockRules
    float* y = nullptr;                  ///< [count, up.rows]
    int yStride = 0;
    float* scratch = nullptr;  ///< [2, count, up.rows]; only if gate and up have different types
};

/// Choice of experts: softmax of the router's logits, of which the largest are used. If one is not finite, all shares
/// are NaN.
struct RouteArgs {
    const float* logits = nullptr;  ///< [lanes, experts]
    int laneCount = 0, experts = 0, used = 0;
    bool sharesAddToOne = true;
    std::int32_t* chosen = nullptr;  ///< [lanes, used], ascending
    float* shares = nullptr;         ///< [lanes, used]
};
inline constexpr int kMostExperts = 1024;

struct LogitRecord {
    double logSumExp = 0, entropy = 0;  ///< logSumExp is NaN if a logit is NaN or infinity
    double nll = 0;                     ///< of ids[position + 1]; NaN where that is negative
    double kl = 0;                      ///< KL(lane 0 || this lane)
    std::int32_t argMax = 0;            ///< ties: lowest index
    float highest = 0;                  ///< logit of argMax
};
struct LogitArgs {
    const float* logits = nullptr;
    int stride = 0, count = 0;
    const Lane* lanes = nullptr;
    int laneCount = 0;
    bool kl = false;
    LogitRecord* records = nullptr;  ///< [lanes]
    double* scratch = nullptr;       ///< [lanes, kLogitBlocks, 4]
    int* done = nullptr;             ///< [lanes], 0 between kernels
};
inline constexpr int kLogitBlocks = 32;

/// Arguments of the kernels that end a step. `units` is the most that a lane has per layer.
struct StepArgs {
    Heads heads;
    int layers = 0, units = 0;
    const Lane* lanes = nullptr;
    int laneCount = 0;
};

/// Turns stored f32 keys back by `turns` of their lane (Phase::Rank), after `applyEdits`. The tables are those of
/// angles that are linear in the phase, as RotateBack of kernels/attention.h wants them.
struct TurnArgs {
    Heads heads;
    int layer = 0, storedHeads = 0;
    const Lane* lanes = nullptr;
    int laneCount = 0;
    Rope rope;
};

/// Copies rows: row i of `to` is row order[i] of `from`, for i < rows; the rest up to `total` gets fillWord.
struct RowMove {
    const void* from = nullptr;
    void* to = nullptr;
    const std::int32_t* order = nullptr;
    std::int32_t rows = 0, total = 0, rowBytes = 0;
    std::uint32_t fillWord = 0;
};
struct CompactArgs {
    const RowMove* moves = nullptr;  ///< [count]; nothing overlaps
    int count = 0;
    int mostRows = 0;  ///< of `total` of the moves
};

/// Keys or values of some slots, widened, and turned to `phases` where there are some.
struct GatherArgs {
    const void* rows = nullptr;
    Number type = Number::F32;
    const std::int32_t* slots = nullptr;  ///< [count]
    int count = 0, width = 0;
    Rope rope;
    const std::int32_t* phases = nullptr;  ///< by slot
    float* out = nullptr;                  ///< [count, width]
};

/// Reads memory once and does nothing with it: what other kernels' rates are compared with.
struct SweepArgs {
    const void* data = nullptr;
    std::size_t bytes = 0;  ///< a multiple of 16
    std::uint32_t* out = nullptr;
};

// Prompts: passes of any number of tokens.

/// The vectors that a product takes, and places of its results; arrays are [count], null: vector i at place i.
struct Picked {
    const std::int32_t* x = nullptr;
    const std::int32_t* y = nullptr;  ///< also of residual and also; no place twice
    const float* shares = nullptr;    ///< a factor of each W x + bias; null: 1
};

/// Product with any number of vectors. `product` has neither norms nor an expert.
struct MatMulArgs {
    MatVecsArgs product;
    Picked picked;
    bool rounded = false;  ///< weights and vectors are rounded to bf16 first; sums stay f32
};
/// GateUpArgs for any number of vectors, without norm and expert.
struct GateUpRowsArgs {
    GateUpArgs product;
    Picked picked;
    bool rounded = false;
};

/// y = residual + also + factor * norm(x), of rows; the last two parts as of MatVecsArgs.
struct NormRowsArgs {
    Norm norm;  ///< `size` is the length of a row
    int count = 0;
    const float* x = nullptr;
    int xStride = 0;
    const float *residual = nullptr, *also = nullptr;  ///< strides of y; may be y
    float factor = 1;
    float* y = nullptr;  ///< may be x
    int yStride = 0;
};

/// Splits rows of the joined projection into queries, keys and values before rotation, with their norms and factors.
/// Reads these members of `joined`: the heads, their norms and factors, rope.rotaryDim, laneCount (rows), scratch (the
/// rows) and q.
struct SplitHeadsArgs {
    QkvArgs joined;
    float *k = nullptr, *v = nullptr;  ///< [laneCount, kv, dim]
};

/// Turns heads of consecutive tokens and puts each where `to` says, rounded as a cache of that type holds it.
struct TurnRowsArgs {
    const float* from = nullptr;                       ///< [count, fromHeads, dim]
    int count = 0, fromHeads = 0, heads = 0, dim = 0;  ///< head h is one of `from`, or one of several copies
    Rope rope;
    const std::int32_t* phases = nullptr;  ///< [heads], of the first token
    Number type = Number::F32;
    bool roundsFirst = false;  ///< before the turn, as keys are that are rotated on read
    float* to = nullptr;       ///< may be `from`, if the places are the same
    std::size_t toHead = 0, toToken = 0;
    const std::int32_t* places = nullptr;  ///< [heads], of the first token, in steps of toToken; null: 0
};

/// Attention of a block of a pass's queries over keys in token order. Query r of the block sees the keys from
/// begins[head][first + r] to held - count + first + r; the last `count` keys are those of the pass.
struct BlockArgs {
    Heads heads;
    int storedHeads = 0;
    int first = 0, rows = 0;                         ///< the block
    int count = 0;                                   ///< queries of the pass
    const float* q = nullptr;                        ///< [count, query_heads, dim], rotated
    const float *keys = nullptr, *values = nullptr;  ///< [storedHeads, most, dim]
    const std::int32_t* held = nullptr;              ///< [storedHeads]
    int most = 0;
    float scale = 1, softCap = 0;
    const float* sinks = nullptr;          ///< as of AttendArgs
    const std::int32_t* begins = nullptr;  ///< [query_heads, count]; null: 0
    float* probs = nullptr;                ///< [query_heads, rows, stride]: weights, 0 at keys that are not seen
    int stride = 0;                        ///< at least `most`
    float* out = nullptr;  ///< [count, query_heads, dim]. Null: `probs` get scores, and anything where nothing is seen
    double* sums = nullptr;  ///< [query_heads, most], to which each row is added; null: not wanted
};

/// Numbers of the rows of a step, as METRICS.md defines them, of a part: a unit, or a KV head where a layer is one
/// unit. NaN: undefined.
struct RowSums {
    double gini = 0;                   ///< of the sum of the rows over query heads
    double entropy = 0, variance = 0;  ///< summed over query heads
    double retained = 0;               ///< retained mass, likewise; 0 if there is nothing to compare with
};
/// Rows that the temporal variance is over.
inline constexpr int kVarianceRows = 8;
/// Most numbers that a block sorts in its own memory.
inline constexpr int kSharedKeys = 3072;
[[nodiscard]] constexpr int partsOf(int units, int kvHeads) noexcept {
    return units == 1 ? kvHeads : units;
}
/// Returns RowMeasures::keyStride.
[[nodiscard]] constexpr std::size_t measureKeys(int units, int parts, int stride) noexcept {
    return static_cast<std::size_t>(units) * static_cast<std::size_t>(stride) <= kSharedKeys
               ? 0
               : 2 * static_cast<std::size_t>(parts + units) * static_cast<std::size_t>(stride);
}

/// Numbers that are measured of the rows of a lane, and their memory.
struct RowMeasures {
    /// [layers, parts + 1], the first of the whole layer, of which there is only Gini; null: nothing is measured.
    RowSums* sums = nullptr;
    bool compared = false;  ///< with MeasureArgs::full
    /// Window of the variance: rows [kVarianceRows, layers, query_heads, stride] and tokens [kVarianceRows, layers,
    /// units, stride]; the step of token t is number t % kVarianceRows. Null: no variance.
    float* rows = nullptr;
    std::int32_t* tokens = nullptr;
    std::int32_t first = 0;         ///< token of the first step that counts
    std::uint32_t* keys = nullptr;  ///< [layers, keyStride], working memory
    std::size_t keyStride = 0;
    /// [layers, placeStride], by token, 0 between kernels; only with several units.
    std::int32_t* places = nullptr;
    std::int32_t placeStride = 0;
};
struct MeasureArgs {
    StepArgs step;
    const RowMeasures* measures = nullptr;  ///< [laneCount]
    const Lane* full = nullptr;             ///< a lane that never evicts: its slots are its tokens
    bool sinks = false;                     ///< the model has learned sinks
};

/// Table of the kernels; it grows at its end only. Each call asks for one kernel or a few. Errors: Unsupported for a
/// shape that no kernel takes, and what a launch answers.
struct Kernels {
    Status (*embed)(Device&, const EmbedArgs&) = nullptr;
    Status (*matVecs)(Device&, const MatVecsArgs&) = nullptr;
    Status (*qkvInsert)(Device&, const QkvArgs&) = nullptr;
    Status (*attendDecode)(Device&, const AttendArgs&) = nullptr;
    Status (*gateUp)(Device&, const GateUpArgs&) = nullptr;
    Status (*logitStatistics)(Device&, const LogitArgs&) = nullptr;
    /// Takes the slots `next` of all layers for the step's token: token tables and ranks follow, statistics become 0.
    Status (*takeSlots)(Device&, const StepArgs&) = nullptr;
    /// Turns scores into softmax rows, with entropy, reduced rows and the fold of the lane's rule.
    Status (*finishRows)(Device&, const StepArgs&) = nullptr;
    /// Fills the edit of lanes that have a rule.
    Status (*stepRule)(Device&, const StepArgs&) = nullptr;
    /// Frees the slots of the edit, lowers ranks, finds the next slot, and moves `position` on.
    Status (*applyEdits)(Device&, const StepArgs&) = nullptr;
    Status (*compact)(Device&, const CompactArgs&) = nullptr;
    Status (*gatherRows)(Device&, const GatherArgs&) = nullptr;
    Status (*sweep)(Device&, const SweepArgs&) = nullptr;
    Status (*route)(Device&, const RouteArgs&) = nullptr;
    Status (*turnKeys)(Device&, const TurnArgs&) = nullptr;
    Status (*matMul)(Device&, const MatMulArgs&) = nullptr;
    Status (*gateUpRows)(Device&, const GateUpRowsArgs&) = nullptr;
    Status (*normRows)(Device&, const NormRowsArgs&) = nullptr;
    Status (*splitHeads)(Device&, const SplitHeadsArgs&) = nullptr;
    Status (*turnRows)(Device&, const TurnRowsArgs&) = nullptr;
    Status (*attendBlock)(Device&, const BlockArgs&) = nullptr;
    /// Measures rows, after `finishRows` and before the next `applyEdits`.
    Status (*measureRows)(Device&, const MeasureArgs&) = nullptr;
    /// Takes the newest key into the bounds of its page, and chooses the pages that lanes with a rule read: after
    /// `qkvInsert` and before `attendDecode`, whose arguments it takes.
    Status (*choosePages)(Device&, const AttendArgs&) = nullptr;
};

inline constexpr std::uint32_t kDeviceAbi = 5;
struct Library {
    std::uint32_t abi = kDeviceAbi;
    std::uint32_t size = sizeof(Library);
    const char* name = "";
    /// Returns the number of devices that can be used; where that is 0, `why` says the reason.
    int (*count)(Status* why) = nullptr;
    /// Says what a device is, without opening it.
    Status (*describe)(int index, Info* info) = nullptr;
    Status (*open)(int index, std::unique_ptr<Device>* device) = nullptr;
};

}  // namespace kvw::device

extern "C" const kvw::device::Library* kvwDeviceLibrary();
