import type { CheckUp } from '@counterfoil/bff-api/connection'
import type { PartWords } from '#words/part-words.ts'

type CheckUpWords = PartWords['connection_page']['checkUp']
import type { Format } from '#words/format.ts'

type Check = CheckUp['checks'][number]

/** One line of the check-up in words. */
export function checkWords(check: Check, provider: string, words: CheckUpWords, format: Format): string {
  if (check.name !== 'data') return words.row[check.name][check.outcome]
  if (check.outcome === 'ok') return words.data.ok(provider, format.seconds(check.tookMs))
  return words.data[check.outcome](provider)
}

/** The one thing to do after a check-up: the first failure decides, since the later checks follow from it. */
export function checkAdvice(checks: readonly Check[]): keyof CheckUpWords['advice'] {
  const first = checks.find(({ outcome }) => outcome === 'failed')
  switch (first?.name) {
    case 'sign_in':
    case 'permission':
      return 'reconnect'
    case 'plan':
      return 'plan'
    case 'data':
      return 'wait'
    case undefined:
      return checks.some(({ outcome }) => outcome === 'unknown') ? 'wait' : 'fine'
  }
}
