import type { OperationManifest } from '@counterfoil/bff-api/graphql'
import type { Locale } from '@counterfoil/bff-api/session'
import { LANGUAGES } from '@counterfoil/design/languages'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type PartName, wordsOfPart } from './src/navigation/lazy-parts.tsx'
import { SAMPLE_PAGES } from './src/testing/sample-pages.ts'
import { PART_WORDS } from './src/words/all-words.ts'
import { buildApp, built, fileBytes, pageOf, scriptBytes, scriptFiles, style } from './testing/built-app.ts'

const KB = 1000
const MAX_SCRIPT_BYTES = 92.5 * KB
/** The overview contains figures, four charts with their messages and sums in several currencies, and needs no GraphQL client. */
const MAX_HOME_SCRIPT_BYTES = 100 * KB
/** The limit includes the messages of the page. */
const MAX_LATER_SCRIPT_BYTES = 15.6 * KB
/** The form computes totals with the provider's own arithmetic, and shows a preview on a press. */
const MAX_INVOICE_FORM_SCRIPT_BYTES = 22.2 * KB
/** The shared code of all forms without their own fields and messages: drafts, sending once, field errors; and what shares its files. */
const MAX_FORMS_SCRIPT_BYTES = 11.1 * KB
/** The messages of one part in one language. */
const MAX_PART_WORDS_BYTES = 2.9 * KB
/** Each script costs a request. Lists and details share tables with some pages only, and have their own messages. */
const MAX_SCRIPTS = 10
const MAX_STYLE_BYTES = 8.8 * KB
const MAX_HTML_BYTES = 8 * KB
const MAX_FACE_BYTES = 21 * KB

const compress = promisify(brotliCompress)

buildApp()

const START = 'src/features/start/start-screen.tsx'
const HOME = 'src/app/home-part.tsx'
const RESULT = 'src/app/result-part.tsx'
const LEFT = 'src/features/leaving/leave-result-screen.tsx'
const CONNECTION = 'src/app/connection-part.tsx'
const INVOICE_FORM = 'src/features/invoices/form/invoice-form-screen.tsx'
const FORMS = [
  'src/features/customers/form/customer-form-screen.tsx',
  'src/features/products/product-form-screen.tsx',
  INVOICE_FORM,
]
const LATER = [
  ...FORMS,
  'src/app/businesses-part.tsx',
  CONNECTION,
  'src/features/manage-connection/disconnect/disconnect-screen.tsx',
  'src/features/profile/profile-screen.tsx',
  'src/features/signed-in/signed-in-screen.tsx',
  'src/features/invoices/list/invoices-screen.tsx',
  'src/features/invoices/invoice/invoice-screen.tsx',
  'src/features/customers/list/customers-screen.tsx',
  ...['products', 'transactions', 'accounts', 'estimates'].map(
    (list) => `src/features/${list}/${list}-screen.tsx`,
  ),
  ...['customer', 'account', 'estimate'].map((one) => `src/features/${one}s/${one}-screen.tsx`),
]

/** Returns the modules with the messages of the part that renders a screen. */
function wordsOf(screen: string, locale: Locale): readonly string[] {
  const name = /([\w-]+?)(?:-screen|-part)\.tsx$/.exec(screen)?.[1]?.replaceAll('-', '_') as PartName
  return wordsOfPart(name).map((words) => `src/words/generated/${words.replace('_', '-')}.${locale}.ts`)
}

describe('the built app', () => {
  it.each([
    ...LANGUAGES.map((locale) => ['start', START, locale] as const),
    ...LANGUAGES.map((locale) => ['home', HOME, locale] as const),
  ])(
    'sends no more script for the first page than its limit: %s (%s) in %s',
    async (_name, screen, locale) => {
      const bytes = await scriptBytes([
        'index.html',
        screen,
        `src/words/${locale}.ts`,
        ...wordsOf(screen, locale),
      ])
      expect(bytes).toBeLessThanOrEqual(screen === HOME ? MAX_HOME_SCRIPT_BYTES : MAX_SCRIPT_BYTES)
      // React alone is 54 KB: a smaller sum would mean that a file was not counted.
      expect(bytes).toBeGreaterThan(60 * KB)
    },
  )

  it.each(LATER)('keeps the scripts of every later page within the size limit: %s', async (screen) => {
    // The GraphQL client for lists and business details is loaded with the first of them.
    const before = screen === CONNECTION ? [HOME] : [HOME, CONNECTION]
    const first = await scriptBytes(['index.html', ...before, 'src/words/en.ts'])
    const both = await scriptBytes([
      ...['index.html', ...before, 'src/words/en.ts', screen],
      ...wordsOf(screen, 'en'),
    ])
    const limit = screen === INVOICE_FORM ? MAX_INVOICE_FORM_SCRIPT_BYTES : MAX_LATER_SCRIPT_BYTES
    expect(both - first).toBeLessThanOrEqual(limit)
  })

  it('keeps the script that all forms share within the size limit', async () => {
    const known = new Set(await scriptFiles(['index.html', HOME, CONNECTION, 'src/words/en.ts']))
    const brought = await Promise.all(FORMS.map((form) => scriptFiles([form])))
    const shared = brought
      .map((files) => new Set(files))
      .reduce((all, files) => all.intersection(files))
      .difference(known)
    const bytes = await fileBytes([...shared])
    expect(bytes).toBeLessThanOrEqual(MAX_FORMS_SCRIPT_BYTES)
    // A smaller sum would mean that a file was not counted.
    expect(bytes).toBeGreaterThan(4 * KB)
  })

  it.each([START, HOME, ...LATER, RESULT, LEFT])(
    'needs at most ten script files per page: %s',
    async (screen) => {
      const files = await scriptFiles(['index.html', screen, 'src/words/en.ts', ...wordsOf(screen, 'en')])
      expect(files.length).toBeLessThanOrEqual(MAX_SCRIPTS)
      // The app, its messages and the screen.
      expect(files.length).toBeGreaterThanOrEqual(3)
    },
  )

  it.each(LANGUAGES)('sends the messages of each part in one language only: %s', async (locale) => {
    const known = new Set(await scriptFiles(['index.html', `src/words/${locale}.ts`]))
    for (const words of Object.keys(PART_WORDS[locale])) {
      const own = await scriptFiles([`src/words/generated/${words.replace('_', '-')}.${locale}.ts`])
      expect(own, words).toHaveLength(1)
      expect(known.intersection(new Set(own)), words).toEqual(new Set())
      expect(await fileBytes(own), words).toBeLessThanOrEqual(MAX_PART_WORDS_BYTES)
    }
  })

  it('preloads every script of a page in its HTML, so that none is discovered through another', async () => {
    const [entry] = [...built.template.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src]) => src)
    for (const [name, screen] of [
      ['start', START],
      ['home', HOME],
    ] as const) {
      for (const locale of LANGUAGES) {
        const sample = SAMPLE_PAGES[name]
        if (sample === undefined) throw new Error(`no sample ${name}`)
        const session = { ...sample.boot.session, locale }
        const { files = [] } = built.render({ url: sample.path, boot: { ...sample.boot, session } })
        const needed = await scriptFiles([
          'index.html',
          screen,
          `src/words/${locale}.ts`,
          ...wordsOf(screen, locale),
        ])
        expect([String(entry), ...files].toSorted()).toEqual(needed.map((file) => `/${file}`).toSorted())
      }
    }
  })

  it('has no file that imports a missing file', async () => {
    const files = await readdir(join(built.dir, 'client/assets'))
    for (const file of files.filter((name) => name.endsWith('.js'))) {
      const code = await readFile(join(built.dir, 'client/assets', file), 'utf8')
      const named = [...code.matchAll(/assets\/([\w-]+\.(?:js|css|svg|woff2))/g)].map(([, name]) => name)
      expect(
        named.filter((name) => !files.includes(name ?? '')),
        file,
      ).toEqual([])
    }
  })

  it('has one entry script', () => {
    const scripts = [...built.template.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src]) => src)
    expect(scripts).toHaveLength(1)
    expect(scripts[0]).toMatch(/^\/assets\/index-/)
  })

  it('inlines at most 8.8 KB of styles into the HTML', async () => {
    expect(built.template).not.toContain('rel="stylesheet"')
    const bytes = (await compress(style())).length
    expect(bytes).toBeLessThanOrEqual(MAX_STYLE_BYTES)
    // A smaller sum would mean that a file was not counted.
    expect(bytes).toBeGreaterThan(3 * KB)
  })

  it.each(Object.keys(SAMPLE_PAGES))(
    'answers %s with at most 8 KB of HTML besides the styles',
    async (name) => {
      const html = pageOf(name).replace(style(), '')
      expect((await compress(html)).length).toBeLessThanOrEqual(MAX_HTML_BYTES)
    },
  )

  it('has one typeface of at most 21 KB, in one file', async () => {
    const faces = (await readdir(join(built.dir, 'client/assets'))).filter((file) =>
      /\.(woff2?|ttf|otf)$/.test(file),
    )
    expect(faces).toHaveLength(1)
    expect((await stat(join(built.dir, 'client/assets', faces[0] ?? ''))).size).toBeLessThanOrEqual(
      MAX_FACE_BYTES,
    )
    // In the head a script would delay the first paint.
    expect(built.template).toContain(`<body><link rel="preload" href="/assets/${faces[0] ?? ''}"`)
  })

  it('loads nothing from other origins', () => {
    expect(built.template.match(/https?:\/\/(?!www\.w3\.org)/)).toBeNull()
  })

  it('keeps the placeholders that the BFF fills, and gives every script and style a nonce', () => {
    for (const place of [
      '<!--app-head-->',
      '<!--app-html-->',
      '<!--app-boot-->',
      'lang="__LANG__"',
      'data-theme="__THEME__"',
    ])
      expect(built.template).toContain(place)
    expect([...built.template.matchAll(/<(script|style)(?![^>]*nonce="__NONCE__")/g)]).toEqual([])
  })

  it('needs no inline style attribute, which a strict Content-Security-Policy would block', () => {
    for (const name of Object.keys(SAMPLE_PAGES)) expect(pageOf(name)).not.toMatch(/<[^>]+\sstyle=/)
  })

  it('renders every sample page on the server, with one h1 and a title', () => {
    for (const [name, { path, boot }] of Object.entries(SAMPLE_PAGES)) {
      const page = built.render({ url: path, boot })
      expect(page.html.match(/<h1/g), name).toHaveLength(1)
      expect(page.title, name).toMatch(/Counterfoil$/)
      expect(page.status, name).toBe(name === 'not-found' ? 404 : 200)
    }
  })

  it('shows at most one primary button on a screen', () => {
    for (const name of Object.keys(SAMPLE_PAGES)) {
      const primary = pageOf(name).match(/class="button-primary"/g) ?? []
      expect(primary.length, name).toBeLessThanOrEqual(1)
    }
  })

  it('names each operation by the hash of its text and lists the permission it needs', async () => {
    const manifest = JSON.parse(
      await readFile(join(built.dir, 'operations.json'), 'utf8'),
    ) as OperationManifest
    const all = Object.values(manifest)
    const changes = all.filter(({ kind }) => kind === 'mutation')
    expect(Object.fromEntries(changes.map(({ name, scopes }) => [name, scopes.join(' ')]))).toEqual({
      CustomerCreate: 'customer:write',
      CustomerPatch: 'customer:write',
      ConvertEstimateToInvoice: 'estimate:write invoice:write',
      EstimateApprove: 'estimate:write',
      EstimateCreate: 'estimate:write',
      EstimateDelete: 'estimate:write',
      EstimateMarkAccepted: 'estimate:write',
      EstimatePatch: 'estimate:write',
      EstimateResetAcceptance: 'estimate:write',
      EstimateSend: 'estimate:send',
      InvoiceApprove: 'invoice:write',
      InvoiceCreate: 'invoice:write',
      InvoiceDelete: 'invoice:write',
      InvoicePatch: 'invoice:write',
      InvoiceSend: 'invoice:send',
      PaymentCreate: 'invoice:write',
      PaymentDelete: 'invoice:write',
      ProductCreate: 'product:write',
      ProductPatch: 'product:write',
    })
    for (const { name, kind, scopes } of all) {
      if (kind === 'query') expect([name, scopes]).toEqual([name, [expect.stringMatching(/^\w+:read$/)]])
    }
    const bytes = (text: string) => new TextEncoder().encode(text)
    for (const [hash, { document }] of Object.entries(manifest)) {
      const digest = await crypto.subtle.digest('SHA-256', bytes(document))
      expect(hash).toBe(
        [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
      )
    }
  })
})
