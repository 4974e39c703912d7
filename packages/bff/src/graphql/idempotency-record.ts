/**
 * What the BFF remembers of a mutation, so that it is not carried out twice. The record is written before the mutation is
 * sent; afterwards it has the answer, or says that the outcome is unknown.
 */
export type IdempotencyRecord =
  /** A process is sending it and renews the record. If the record is not renewed any more, that process has ended. */
  | { readonly kind: 'sent'; readonly bodyDigest: string }
  | { readonly kind: 'done'; readonly bodyDigest: string; readonly answer: RememberedAnswer }
  /** It was sent, and no answer said whether it was carried out. */
  | { readonly kind: 'unknown'; readonly bodyDigest: string }

/** The provider's answer, to be given again. */
export interface RememberedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `again`: the person asked for it after an unknown outcome. */
export type Sending = 'first' | 'again'

export type RecordVerdict =
  | { readonly kind: 'answer'; readonly answer: RememberedAnswer }
  | { readonly kind: 'other-body' }
  /** The process that sent it may still get an answer. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'unknown' }
  /** No request waits for its answer any more, and the person asked for it to be sent again. */
  | { readonly kind: 'send-again' }

/**
 * Decides what to do about a mutation whose key has a record already.
 * @param record Undefined if it cannot be opened: its outcome counts as unknown.
 * @param ageMs Since it was written or renewed.
 * @param leaseMs A record that is not renewed for this long belongs to a process that has ended.
 */
export function judgeRecord(
  record: IdempotencyRecord | undefined,
  about: {
    readonly bodyDigest: string
    readonly sending: Sending
    readonly ageMs: number
    readonly leaseMs: number
  },
): RecordVerdict {
  if (record === undefined) return { kind: 'unknown' }
  if (record.bodyDigest !== about.bodyDigest) return { kind: 'other-body' }
  if (record.kind === 'done') return { kind: 'answer', answer: record.answer }
  if (record.kind === 'sent' && about.ageMs < about.leaseMs) return { kind: 'wait' }
  return about.sending === 'again' ? { kind: 'send-again' } : { kind: 'unknown' }
}
