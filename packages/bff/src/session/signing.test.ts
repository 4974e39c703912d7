import { asPrincipalId } from '@counterfoil/oauth/testing/ids'
import { expect, it } from 'vitest'
import { sign } from '#crypto/signature.ts'
import { chooseCookieNames } from './cookie-names.ts'
import { createSigning } from './signing.ts'

it('drafts are sealed with a key of each secret and person, which differs from all other signatures', () => {
  const cookies = chooseCookieNames('https://app.example')
  const { draftKeysOf: keysOf } = createSigning({ secrets: ['new', 'old'], cookies, sessionAbsoluteMs: 1000 })
  const [ada, bob] = [keysOf(asPrincipalId('ada')), keysOf(asPrincipalId('bob'))]
  expect(ada).toEqual(['new', 'old'].map((secret) => sign({ secret, purpose: 'draft-key', text: 'ada' })))
  expect(new Set([...ada, ...bob]).size).toBe(4)
  expect(ada).not.toContain(sign({ secret: 'new', purpose: 'csrf', text: 'ada' }))
})
