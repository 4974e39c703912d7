import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { SessionView } from '@counterfoil/bff-api/session'
import type { Catalogue } from '#words/en.ts'
import type { PartWords } from '#words/part-words.ts'
import { revocationWords } from './revocation-words.ts'

type LeaveWords = PartWords['leaving']['left']
type Provider = Pick<SessionView['provider'], 'name' | 'revokes' | 'hasBusinesses'>
type Words = { readonly t: Catalogue; readonly words: LeaveWords }

export function leaveTitle(left: LeaveResult, t: Catalogue, words: LeaveWords): string {
  return left.kind === 'disconnected'
    ? t.disconnect.doneTitle(left.businessName ?? t.app.yourBusiness)
    : words[left.kind]
}

/** Returns sentences about the outcome of leaving: what ended, what the provider answered, what stays, what is still read. */
export function leaveSentences(
  left: LeaveResult,
  provider: Provider,
  { t, words, alone }: Words & Pick<PartWords['leaving'], 'alone'>,
): readonly string[] {
  switch (left.kind) {
    case 'device_forgotten':
      return [provider.hasBusinesses ? words.deviceBody : alone.deviceBody]
    case 'disconnected':
      return [
        t.disconnect.done(left.businessName ?? t.app.yourBusiness),
        ...endedWords(left, provider, { t, words }),
      ]
    case 'forgotten':
    case 'signed_out':
    case 'signed_out_everywhere': {
      const { disconnected, stayConnected, needReconnect } = left
      const say = (count: number, ofMany: (count: number) => string, ofOne: (name: string) => string) =>
        provider.hasBusinesses ? ofMany(count) : ofOne(provider.name)
      const ended = disconnected === 0 ? [] : [say(disconnected, words.ended, alone.ended)]
      const stays = stayConnected === 0 ? words.nothingStays : say(stayConnected, words.stay, alone.stays)
      const broken = needReconnect === 0 ? [] : [say(needReconnect, words.again, alone.again)]
      const pause = stayConnected === 0 ? [] : [meanwhile(left, words)]
      return [...ended, ...endedWords(left, provider, { t, words }), stays, ...broken, ...pause]
    }
  }
}

/** Returns sentences about the person's possible session at the provider; none if nobody was signed out. */
export function providerSessionSentences(
  { atProvider, asksPassword }: Pick<LeaveResult, 'atProvider' | 'asksPassword'>,
  provider: string,
  words: LeaveWords,
): readonly string[] {
  if (atProvider === null) return []
  if (atProvider === 'ended') return [words.endedAtProvider(provider)]
  const session = words.openAtProvider(provider)
  return asksPassword ? [session, words.asksPassword(provider)] : [session]
}

function meanwhile(left: LeaveResult, words: LeaveWords): string {
  return left.kind === 'signed_out' ? words.meanwhile : words.meanwhileEverywhere
}

function endedWords(left: LeaveResult, provider: Provider, { t, words }: Words): readonly string[] {
  return [revocationWords(left.revocation, provider, t, words.unrevoked)].filter((said) => said !== undefined)
}
