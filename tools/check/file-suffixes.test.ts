import { describe, expect, it } from 'vitest'
import { findSuffixFault } from './file-suffixes.ts'

const file = (name: string) => `apps/provider/src/room/${name}.ts`

describe('the suffix of a file', () => {
  it.each([
    ['grant-store', "import { sql } from 'kysely'"],
    ['grant-store', "import type { Database } from '#database/database.ts'"],
    ['site-routes', "import { Router } from 'express'\nconst router = Router()"],
    [
      'limit-middleware',
      "import type { RequestHandler } from 'express'\nconst limit: RequestHandler = (req, res, next) => next()",
    ],
    ['site-page', 'const page = html`<h1>Harbour</h1>`'],
    [
      'site-page',
      "import type { PageRouter } from '#pages/page-routes.ts'\npages.get('/', () => html`<h1>Harbour</h1>`)",
    ],
    ['token-client', "import { request } from 'undici'"],
    [
      'prompt-routes',
      "import type { PageRouter } from '#pages/page-routes.ts'\nfunction addPrompts(pages: PageRouter) {}",
    ],
    ['page-responder', "import type { Request, Response } from 'express'"],
    ['code-responder', "import type { Visit } from '#pages/page-responder.ts'"],
    ['query-responder', "import type { IncomingMessage } from 'node:http'"],
    ['build-files', "import { readFileSync } from 'node:fs'"],
    ['decimal', 'export const ONE = 1n'],
    // A word at the end of another word is no suffix.
    ['restore', 'export const ONE = 1n'],
  ])('%s is justified by %s', (name, source) => {
    expect(findSuffixFault(file(name), source)).toBeUndefined()
  })

  it.each([
    [
      'view-store',
      "import { html } from '#html/html.ts'",
      'a file that ends in -store keeps something in SQL or Redis',
    ],
    ['site-routes', "import type { Request } from 'express'", 'a file that ends in -routes adds routes'],
    [
      'site-routes',
      "import { Router } from 'express'\nRouter().get('/', () => html`<h1>Harbour</h1>`)",
      'and renders no HTML: that is a -page',
    ],
    [
      'read-middleware',
      'export function readField(req: Request): string',
      'a file that ends in -middleware is a middleware',
    ],
    ['kept-page', "import { z } from 'zod'", 'a file that ends in -page renders HTML'],
    ['answer-client', 'export const limit = 5', 'a file that ends in -client calls out'],
    [
      'page-responder',
      "import { Router, type Request } from 'express'\nRouter()",
      'a file that ends in -responder reads a request',
    ],
    ['build-files', 'export const ONE = 1', 'a file that ends in -files reads or writes the disk'],
  ])('%s is not justified by %s', (name, source, reason) => {
    expect(findSuffixFault(file(name), source)?.reason).toContain(reason)
  })

  it('is checked in the two services, not in tests', () => {
    expect(findSuffixFault('apps/web/src/ui/site-page.tsx', '')).toBeUndefined()
    expect(findSuffixFault('packages/bff/src/graphql/graphql-responder.http.test.ts', '')).toBeUndefined()
  })
})
