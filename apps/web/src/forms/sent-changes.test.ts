import { describe, expect, it } from 'vitest'
import { PART_WORDS } from '#words/all-words.ts'
import { doneWords, failedWords } from './sent-changes.tsx'
import type { Verb } from './sent-command.ts'

const f = PART_WORDS.en.forms
const format = { list: (items: readonly string[]) => items.join(' and ') }
const about = { f, format, provider: 'Harbour' }
const command = (verb: Verb, input = {}) => ({ verb, label: '1042', input })

describe('the messages about a change', () => {
  it.each([
    ['customer-create', 'Customer 1042: saved in Harbour'],
    ['invoice-approve', 'Invoice 1042: approved'],
    ['invoice-delete', 'Invoice 1042: deleted'],
    ['payment-create', 'Invoice 1042: payment recorded'],
    ['payment-delete', 'Invoice 1042: payment deleted'],
  ] as const)('name the action that was done: %s', (verb, text) => {
    expect(doneWords(command(verb), about)).toBe(text)
  })

  it('name the recipients of an e-mail, without calling it saved', () => {
    const sent = command('invoice-send', { to: ['fern@example.com', 'office@example.com'] })
    expect(doneWords(sent, about)).toBe('Invoice 1042: sent to fern@example.com and office@example.com')
    expect(failedWords(sent, f)).toBe('Invoice 1042, by email: not done')
    expect(failedWords(command('invoice-patch'), f)).toBe('Invoice 1042: not saved')
  })
})
