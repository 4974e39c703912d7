import type { ConnectionId } from '@counterfoil/oauth/ids'

/**
 * The state of a circuit breaker for a provider that does not answer. Closed: all calls pass. Open: none, until `retryAtMs`. Then
 * one try passes; its outcome closes the circuit or opens it for longer.
 */
export interface Circuit {
  /** The connections that failed since the last good answer of the provider, each once. */
  readonly failing: readonly string[]
  /** The number of tries that failed while the circuit was open. */
  readonly failedTries: number
  /** The time of the next try in milliseconds. Null while the circuit is closed. */
  readonly retryAtMs: number | null
  /** The time at which the present try began, in milliseconds. Null without one. */
  readonly triedAtMs: number | null
}

export const CLOSED: Circuit = { failing: [], failedTries: 0, retryAtMs: null, triedAtMs: null }

/** The connections that must fail in a row to open the circuit. The failures of one say nothing about the others. */
export const FAILING_TO_OPEN = 5
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** The time in milliseconds after which a try without a reported outcome is given up. */
const TRY_LIFE_MS = 30_000

/** Decides whether the provider may be asked at `nowMs`. Returns the circuit with the try noted in it. */
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
 * Returns the circuit after a call for `connectionId` failed.
 * @param random A number from 0 up to 1, which spreads the tries of several processes evenly over a time as long as the pause.
 */
export function noteFailure(
  circuit: Circuit,
  call: { readonly connectionId: ConnectionId; readonly nowMs: number; readonly random: number },
): Circuit {
  const { connectionId, nowMs, random } = call
  const isKnown = circuit.failing.includes(connectionId)
  const isFull = circuit.failing.length >= FAILING_TO_OPEN
  const failing = isKnown || isFull ? circuit.failing : [...circuit.failing, connectionId]
  if (failing.length < FAILING_TO_OPEN) return { ...CLOSED, failing }
  const failedTries = circuit.failedTries + 1
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failedTries - 1), LONGEST_PAUSE_MS)
  return { failing, failedTries, retryAtMs: nowMs + pauseMs * (0.5 + random), triedAtMs: null }
}

export function createCircuitBreaker(ports: {
  readonly clock: () => number
  readonly random: () => number
  /** Called when the circuit opens or closes. */
  readonly onCircuit?: (isOpen: boolean) => void
}) {
  let circuit = CLOSED
  const change = (next: Circuit) => {
    const isOpen = next.retryAtMs !== null
    if (isOpen !== (circuit.retryAtMs !== null)) ports.onCircuit?.(isOpen)
    circuit = next
  }
  return {
    /** Returns undefined if the provider may be asked now, else the time in milliseconds from which on it may. */
    enter(): number | undefined {
      const entry = enterCircuit(circuit, ports.clock())
      if (entry.kind === 'wait') return entry.retryAtMs
      circuit = entry.circuit
      return undefined
    },
    noteFailure(connectionId: ConnectionId): void {
      change(noteFailure(circuit, { connectionId, nowMs: ports.clock(), random: ports.random() }))
    },
    noteSuccess(): void {
      change(CLOSED)
    },
  }
}
