import { expect, it } from 'vitest'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { appOf, redirectOriginFor } from './request-view.ts'

const request = (approvalPrompt: 'auto' | 'force') =>
  ({
    application: { name: 'Counterfoil' },
    redirectUri: 'https://app.example:8443/connect/callback?a=1',
    approvalPrompt,
  }) as unknown as PendingAuthorization

it('an application is named with the host that it is sent back to, its port included', () => {
  expect(appOf(request('auto'))).toEqual({ name: 'Counterfoil', host: 'app.example:8443' })
})

it('a page before the consent may lead to the application only when that asked to be answered without a click', () => {
  expect(redirectOriginFor(request('auto'))).toBe('https://app.example:8443')
  expect(redirectOriginFor(request('force'))).toBeUndefined()
})
