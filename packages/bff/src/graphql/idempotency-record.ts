/**
 * The record of a mutation, so that it is not carried out twice. It is written before the mutation is sent; afterwards it holds the
 * answer, or that the outcome is unknown.
 */
export type IdempotencyRecord =
  /** A process is sending the mutation and renews the record. If it is no longer renewed, that process has ended. */
  | { readonly kind: 'sent'; readonly bodyDigest: string }
  | { readonly kind: 'done'; readonly bodyDigest: string; readonly answer: RememberedAnswer }
  /** The mutation was sent, and no answer reported whether it was carried out. */
  | { readonly kind: 'unknown'; readonly bodyDigest: string }

/** The provider's answer, for repeated requests. */
export interface RememberedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `again`: the person asked to send the mutation again after an unknown outcome. */
export type Sending = 'first' | 'again'

export type RecordVerdict =
  | { readonly kind: 'answer'; readonly answer: RememberedAnswer }
  | { readonly kind: 'other-body' }
  /** The process that sent the mutation may still receive an answer. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'unknown' }
  /** No process waits for the answer any more, and the person asked to send the mutation again. */
  | { readonly kind: 'send-again' }

/**
 * Decides what to do about a mutation whose key has a record already.
 * @param record Undefined if it cannot be decrypted: its outcome counts as unknown.
 * @param ageMs The time in milliseconds since it was written or renewed.
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
