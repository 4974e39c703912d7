/**
 * Stops asking a provider that does not answer. Closed: everything goes through. Open: nothing, until `retryAtMs`.
 * Then one try goes through; its outcome closes the circuit or opens it for longer.
 */
export interface Circuit {
  readonly failures: number
  /** Null while closed. */
  readonly retryAtMs: number | null
  /** A try is on its way since then. */
  readonly triedAtMs: number | null
}

export const CLOSED: Circuit = { failures: 0, retryAtMs: null, triedAtMs: null }

/** Failures in a row, of any connection, after which the provider counts as down. */
export const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** A try that never reports back does not keep the circuit open for ever. */
const TRY_LIFE_MS = 30_000

/** May the provider be asked at `nowMs`? Answers the circuit with the try noted in it. */
export function enterCircuit(
  circuit: Circuit,
  nowMs: number,
):
  { readonly kind: 'go'; readonly circuit: Circuit } | { readonly kind: 'wait'; readonly retryAtMs: number } {
  if (circuit.retryAtMs === null) return { kind: 'go', circuit }
  if (nowMs < circuit.retryAtMs) return { kind: 'wait', retryAtMs: circuit.retryAtMs }
  if (circuit.triedAtMs !== null && nowMs < circuit.triedAtMs + TRY_LIFE_MS) {
    return { kind: 'wait', retryAtMs: nowMs + FIRST_PAUSE_MS }
  }
  return { kind: 'go', circuit: { ...circuit, triedAtMs: nowMs } }
}

/**
 * The circuit after the provider failed.
 * @param dice From 0 up to 1. Spreads the tries of several processes evenly over a time as long as the pause.
 */
export function noteFailure(circuit: Circuit, nowMs: number, dice: number): Circuit {
  const failures = circuit.failures + 1
  if (failures < FAILURES_TO_OPEN) return { failures, retryAtMs: null, triedAtMs: null }
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - FAILURES_TO_OPEN), LONGEST_PAUSE_MS)
  return { failures, retryAtMs: nowMs + pauseMs * (0.5 + dice), triedAtMs: null }
}
