import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findListFaults, readListedMessages } from '@counterfoil/testkit/listed-messages'
import { expect, it } from 'vitest'
import { CHECK_UP_WORDS } from './check-up-words.ts'
import { DAYS_WORDS } from './days-words.ts'
import { en } from './en.ts'
import { FORM_LINK_WORDS } from './form-link-words.ts'
import { FORM_EN } from './form-words.ts'
import { INVOICE_ACTION_WORDS } from './invoice-action-words.ts'
import { withLeavingWords } from './leaving-words.ts'
import { withResultWords } from './result-words.ts'
import { SIGNED_IN_WORDS } from './signed-in-words.ts'

const DOCUMENT = join(import.meta.dirname, '../../../../docs/rules-to-tests.md')
const CATALOGUE = {
  ...withResultWords(withLeavingWords(en, 'en'), 'en'),
  days: DAYS_WORDS.en,
  checkUp: CHECK_UP_WORDS.en,
  form: FORM_EN,
  formLinks: FORM_LINK_WORDS.en,
  invoiceActions: INVOICE_ACTION_WORDS.en,
  signedIn: { ...en.signedIn, ...SIGNED_IN_WORDS.en },
}

function keysOf(value: unknown, key = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [key]
  return Object.entries(value).flatMap(([name, inner]) => keysOf(inner, key === '' ? name : `${key}.${name}`))
}

it('every message of the app is a claim that a test holds, or is said to be none', async () => {
  const listed = readListedMessages(await readFile(DOCUMENT, 'utf8'), 'What the pages of the app claim')
  expect(findListFaults(keysOf(CATALOGUE), listed)).toEqual([])
})
