// SPDX-License-Identifier: Apache-2.0
/// Whole decode steps of a model of random weights, for checks and for the bench.
#pragma once

#include "kernels/cuda/check/matrices.h"

namespace kvw::device::check {

struct ModelShape {
    int layers = 2, hidden = 64, intermediate = 96, vocabulary = 50;
    Heads heads{4, 2, 16};
    Coding coding = Coding::Bf16;
};

/// Model and lanes on a device. The lanes share their shape and have a rule each.
class WholeStep {
 public:
    /// Lane i has the caches, text and rule of number `names[i]`, whoever is beside it.
    WholeStep(Memory& memory, const ModelShape& model, const LaneShape& lanes, const std::vector<int>& names,
              int position, int steps);

    /// Kernels of a step; the first five are of a layer.
    enum class Part : std::uint8_t {
        Qkv,
        Attend,
        Output,
        GateUp,
        Down,
        Embed,
        Slots,
        Head,
        Logits,
        Rows,
        Rule,
        Edits,
        Measure
    };
    static constexpr int kParts = 13, kLayerParts = 5;
    /// Asks for everything of one step.
    void enqueue();
    /// Asks for one part; `layer` matters to those of a layer.
    void enqueue(Part part, int layer);
    /// Returns the bytes of weights, or of keys and values, that a part reads.
    [[nodiscard]] std::size_t bytesOf(Part part) const;
    [[nodiscard]] const std::vector<HostLane>& lanes() const noexcept { return m_lanes; }
    /// Returns the statistics of the logits of each lane.
    [[nodiscard]] std::vector<LogitRecord> records();
    /// Returns the numbers of the rows of a lane.
    [[nodiscard]] std::vector<RowSums> sums(std::size_t lane);

 private:
    void qkv(int layer);
    void attend(int layer);
    void gateUp(int layer);
    void head();
    void statistics();
    struct Layer {
        Matrix qkv, output, gate, up, down;
        Norm in, mlp;
    };
    [[nodiscard]] MatVecsArgs product(const Matrix& weights, const float* x, float* y) const;
    /// Adds the product to x of the step.
    void addProduct(const Matrix& weights, const float* x);
    Matrix matrix(Random& random, int rows, int columns);
    Norm norm(Random& random, int size);

    Memory& m_memory;
    Device& m_device;
    ModelShape m_model;
    LaneShape m_shape;
    std::vector<HostLane> m_lanes;
    std::vector<Layer> m_layers;
    Matrix m_embedding, m_head;
    Norm m_norm;
    HostRope m_rope;
    int m_count = 0;
    StepArgs m_step;
    std::vector<RowMeasures> m_measured;  ///< of each lane
    const RowMeasures* m_measures = nullptr;
    float *m_x = nullptr, *m_q = nullptr, *m_attended = nullptr, *m_hidden = nullptr, *m_logits = nullptr;
    float *m_qkvScratch = nullptr, *m_attendScratch = nullptr;
    int* m_counters = nullptr;
    LogitRecord* m_records = nullptr;
    double* m_logitScratch = nullptr;
};

}  // namespace kvw::device::check
