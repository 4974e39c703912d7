import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { LeavingCatalogue } from '#words/leaving-words.ts'

/** The heading that says what came of leaving. */
export function leftTitle(left: LeaveResult, t: LeavingCatalogue): string {
  return left.kind === 'disconnected'
    ? t.disconnect.doneTitle(left.businessName ?? t.app.yourBusiness)
    : t.left[left.kind]
}

/** What came of leaving, one sentence each: what ended, what the provider said of it, what stays, what is read. */
export function leftSentences(left: LeaveResult, provider: string, t: LeavingCatalogue): readonly string[] {
  switch (left.kind) {
    case 'device_forgotten':
      return [t.left.deviceBody]
    case 'disconnected':
      return [
        t.disconnect.done(left.businessName ?? t.app.yourBusiness),
        ...revocationWords(left, provider, t),
      ]
    case 'forgotten':
    case 'signed_out':
    case 'signed_out_everywhere': {
      const ended = left.disconnected === 0 ? [] : [t.left.ended(left.disconnected)]
      const stays =
        left.stayConnected === 0
          ? [t.left.nothingStays]
          : [t.left.stay(left.stayConnected), meanwhile(left, t)]
      return [...ended, ...revocationWords(left, provider, t), ...stays]
    }
  }
}

function meanwhile(left: LeaveResult, t: LeavingCatalogue): string {
  return left.kind === 'signed_out' ? t.left.meanwhile : t.left.meanwhileEverywhere
}

function revocationWords(left: LeaveResult, provider: string, t: LeavingCatalogue): readonly string[] {
  if (left.revocation === null) return []
  return [
    left.revocation === 'confirmed' ? t.disconnect.confirmed(provider) : t.disconnect.confirming(provider),
  ]
}
