/**
 * A mutation is a command: it must not be carried out twice. Before one is sent, its key is claimed; afterwards the
 * claim holds its answer, or that the outcome is unknown.
 */
export type CommandClaim =
  /** It is being sent by a process that renews the claim; one that is not renewed has lost its process. */
  | { readonly kind: 'sent'; readonly bodyDigest: string }
  | { readonly kind: 'done'; readonly bodyDigest: string; readonly answer: KeptCommandAnswer }
  /** It was sent, and no answer came that says what came of it. */
  | { readonly kind: 'unknown'; readonly bodyDigest: string }

/** What the provider answered, to be answered again. */
export interface KeptCommandAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Is it sent for the first time, or again because its person said so after an unknown outcome? */
export type Sending = 'first' | 'again'

/** What is done about a command whose key is taken. */
export type ClaimVerdict =
  | { readonly kind: 'answer'; readonly answer: KeptCommandAnswer }
  | { readonly kind: 'other-body' }
  /** Whoever sent it may still get an answer. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'unknown' }
  /** No request waits for its answer any more, and the person wants it sent again. */
  | { readonly kind: 'send-again' }

/**
 * Judges the claim that has the key of a command already.
 * @param claim Undefined when it cannot be opened: then it counts as sent by somebody, with an unknown outcome.
 * @param ageMs Since it was taken or renewed last.
 * @param leaseMs How long a claim holds that nobody renews.
 */
export function judgeClaim(
  claim: CommandClaim | undefined,
  about: {
    readonly bodyDigest: string
    readonly sending: Sending
    readonly ageMs: number
    readonly leaseMs: number
  },
): ClaimVerdict {
  if (claim === undefined) return { kind: 'unknown' }
  if (claim.bodyDigest !== about.bodyDigest) return { kind: 'other-body' }
  if (claim.kind === 'done') return { kind: 'answer', answer: claim.answer }
  if (claim.kind === 'sent' && about.ageMs < about.leaseMs) return { kind: 'wait' }
  return about.sending === 'again' ? { kind: 'send-again' } : { kind: 'unknown' }
}
