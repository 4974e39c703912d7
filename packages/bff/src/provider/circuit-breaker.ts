import type { ConnectionId } from '@counterfoil/oauth/ids'

/**
 * Stops asking a provider that does not answer. Closed: everything goes through. Open: nothing, until `retryAtMs`.
 * Then one try goes through; its outcome closes the circuit or opens it for longer.
 */
export interface Circuit {
  /** Connections that failed since the provider last answered well, each once. */
  readonly failing: readonly string[]
  /** Tries that failed while it was open. */
  readonly failedTries: number
  /** Null while closed. */
  readonly retryAtMs: number | null
  /** A try is on its way since then. */
  readonly triedAtMs: number | null
}

export const CLOSED: Circuit = { failing: [], failedTries: 0, retryAtMs: null, triedAtMs: null }

/**
 * So many connections that fail in a row mean that the provider is down; the failures of one connection say nothing
 * about the others.
 */
export const FAILING_TO_OPEN = 5
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** After this long a try without a reported outcome is no longer waited for. */
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
 * The circuit after the provider failed `connectionId`.
 * @param random From 0 up to 1. Spreads the tries of several processes evenly over a time as long as the pause.
 */
export function noteFailure(
  circuit: Circuit,
  {
    connectionId,
    nowMs,
    random,
  }: { readonly connectionId: ConnectionId; readonly nowMs: number; readonly random: number },
): Circuit {
  const isKnown = circuit.failing.includes(connectionId)
  const isFull = circuit.failing.length >= FAILING_TO_OPEN
  const failing = isKnown || isFull ? circuit.failing : [...circuit.failing, connectionId]
  if (failing.length < FAILING_TO_OPEN) return { ...CLOSED, failing }
  const failedTries = circuit.failedTries + 1
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failedTries - 1), LONGEST_PAUSE_MS)
  return { failing, failedTries, retryAtMs: nowMs + pauseMs * (0.5 + random), triedAtMs: null }
}

interface CircuitBreaker {
  /** May the provider be asked? Undefined: yes; else from when on. */
  enter(): number | undefined
  noteFailure(connectionId: ConnectionId): void
  noteSuccess(): void
}

export function createCircuitBreaker(ports: {
  readonly clock: () => number
  readonly random: () => number
  /** Called when it opens and when it closes. */
  readonly onCircuit?: (isOpen: boolean) => void
}): CircuitBreaker {
  let circuit = CLOSED
  const change = (next: Circuit) => {
    const isOpen = next.retryAtMs !== null
    if (isOpen !== (circuit.retryAtMs !== null)) ports.onCircuit?.(isOpen)
    circuit = next
  }
  return {
    enter() {
      const entry = enterCircuit(circuit, ports.clock())
      if (entry.kind === 'wait') return entry.retryAtMs
      circuit = entry.circuit
      return undefined
    },
    noteFailure(connectionId) {
      change(noteFailure(circuit, { connectionId, nowMs: ports.clock(), random: ports.random() }))
    },
    noteSuccess() {
      change(CLOSED)
    },
  }
}
