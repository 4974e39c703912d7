import { expect, it } from 'vitest'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { appOf, redirectOriginFor } from './request-view.ts'

const request = (approvalPrompt: 'auto' | 'force') =>
  ({
    application: { name: 'Counterfoil' },
    redirectUri: 'https://app.example:8443/connect/callback?a=1',
    approvalPrompt,
  }) as unknown as PendingAuthorization

it('an application is shown with the host and port of its redirect URI', () => {
  expect(appOf(request('auto'))).toEqual({ name: 'Counterfoil', host: 'app.example:8443' })
})

it('form-action allows a redirect to the application before the consent only if approval_prompt is auto', () => {
  expect(redirectOriginFor(request('auto'))).toBe('https://app.example:8443')
  expect(redirectOriginFor(request('force'))).toBeUndefined()
})
