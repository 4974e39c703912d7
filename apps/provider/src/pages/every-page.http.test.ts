import {
  HARBOUR_PASSKEY_PAGES,
  HARBOUR_REQUEST_PAGES,
  HARBOUR_SITE_PAGES,
} from '@counterfoil/testkit/walked-pages'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathsOf } from '#testing/paths-of.ts'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { createApp } from '../provider.ts'

let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

/** The GET routes that answer with something else than a page in the layout of Harbour, with the reason. */
const NO_PAGES: Readonly<Record<string, string>> = {
  '/health/live': 'for a supervisor',
  '/health/ready': 'for a supervisor',
  '/.well-known/oauth-authorization-server': 'RFC 8414: JSON',
  '/.well-known/oauth-protected-resource/graphql/public': 'RFC 9728: JSON',
  '/oauth2/token/': 'RFC 6749: POST alone',
  '/oauth2/token-revoke/': 'RFC 7009: POST alone',
  '/oauth2/authorize/': 'leads on; its stop pages are in the walk',
  '/authorize/:handle/continue': 'leads on',
  '/graphql/public': 'the explorer has a test of its own',
  '/graphql/public/': 'the same',
  '/graphql/public/explorer/:name': 'files of the explorer',
  '/estimates/:anonymousId/pdf': 'a file',
  '/invoices/:anonymousId/pdf': 'a file',
  '/messages/:id/pdf': 'a file',
}

it('every page of Harbour is covered by the browser tests', () => {
  const app = createApp({ ...provider.deps, metrics: new Registry() }, { isStopping: () => false })
  const looked = [
    ...Object.keys(NO_PAGES),
    ...HARBOUR_REQUEST_PAGES,
    ...HARBOUR_SITE_PAGES,
    ...HARBOUR_PASSKEY_PAGES,
  ]
  expect(pathsOf(app, 'get').toSorted()).toEqual(looked.toSorted())
})
