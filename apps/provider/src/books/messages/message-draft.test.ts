import { describe, expect, it } from 'vitest'
import { hasLink, readMessageDraft, type MessageInput } from './message-draft.ts'

const read = (input: Partial<MessageInput>) => {
  const { draft, faults } = readMessageDraft({ to: ['ada@quay.example'], attachesPdf: true, ...input })
  return { draft, faults: faults.map(({ path, code }) => `${path.join('.')} ${code}`) }
}

describe('the input of a message', () => {
  it('has recipients, and our own text by default', () => {
    expect(
      read({ to: [' ada@quay.example '], subject: '  ', message: 'Hello\nthere', ccMyself: true }),
    ).toEqual({
      draft: {
        to: ['ada@quay.example'],
        copiesSender: true,
        replyTo: null,
        subject: null,
        text: 'Hello\nthere',
        attachesPdf: true,
      },
      faults: [],
    })
  })

  it.each<[string, Partial<MessageInput>, string]>([
    ['nobody', { to: [] }, 'input.to REQUIRED'],
    ['an empty address', { to: [''] }, 'input.to INVALID'],
    ['one wrong address of two', { to: ['ada@quay.example', 'ada'] }, 'input.to INVALID'],
    [
      'twenty-one people',
      { to: Array.from({ length: 21 }, (_, n) => `a${n}@b.example`) },
      'input.to TOO_LONG',
    ],
    ['an answer to nowhere', { fromAddress: 'nowhere' }, 'input.fromAddress INVALID'],
    ['a subject that begins another header', { subject: 'a\r\nBcc: b@c.example' }, 'input.subject INVALID'],
    ['a subject with a link', { subject: 'See evil.example.com' }, 'input.subject INVALID'],
    ['a text with a link', { message: 'Pay at\nhttps://evil.example' }, 'input.message INVALID'],
    ['a subject of 301 characters', { subject: 'a'.repeat(301) }, 'input.subject TOO_LONG'],
    ['a text of 10,001 characters', { message: 'a'.repeat(10_001) }, 'input.message TOO_LONG'],
  ])('cannot be %s', (_, input, fault) => {
    expect(read(input).faults).toEqual([fault])
  })

  it.each<[Partial<MessageInput>, string]>([
    [{ to: [] }, 'to is required.'],
    [{ to: Array.from({ length: 21 }, () => 'a@b.example') }, 'to has more than 20 addresses.'],
    [{ to: ['ada'] }, 'to has text that is no e-mail address.'],
    [{ fromAddress: 'nowhere' }, 'fromAddress is not an e-mail address.'],
    [{ subject: 'a\u2028b' }, 'subject is one line.'],
  ])('is refused with the message %j', (input, message) => {
    const sent = { to: ['ada@quay.example'], attachesPdf: false, ...input }
    expect(readMessageDraft(sent).faults).toMatchObject([{ message }])
  })

  it('has the given reply address, and a copy to its sender only on request', () => {
    expect(read({ fromAddress: ' bert@quay.example ' }).draft.replyTo).toBe('bert@quay.example')
    expect(read({ fromAddress: ' ' })).toMatchObject({ draft: { replyTo: null }, faults: [] })
    for (const ccMyself of [undefined, null, false]) {
      expect(read(ccMyself === undefined ? {} : { ccMyself }).draft.copiesSender).toBe(false)
    }
  })

  it('has a maximum length for each field', () => {
    const to = Array.from({ length: 20 }, (_, n) => `a${n}@b.example`)
    expect(read({ to, subject: 'a'.repeat(300), message: 'é'.repeat(10_000) }).faults).toEqual([])
  })
})

describe(hasLink, () => {
  it.each([
    'https://evil.example/a',
    'hxxp://evil',
    'Now: HTTP://EVIL.EXAMPLE',
    'www.evil.example',
    'mailto:a@b.example',
    'evil.com',
    'at evil.com/pay now',
    '(sub.evil.co.uk)',
    'Evil.COM.',
    'bücher.de',
    'evil.de, please',
    'x.to?y',
  ])('finds an address in %j', (text) => {
    expect(hasLink(text)).toBe(true)
  })

  it.each([
    'Hello\nthere.',
    'Write to ada@quay.example.com or john.de@quay.com.',
    'Invoice TK-020 of 2026-11-20: 1.234,50 €',
    'z.B. am 3.12., d.h. u.a. morgen',
    'Node.js and invoice.pdf',
    'St. Gallen, Nr.5, etc.',
    'Thanks.\nBest regards',
  ])('finds no address in %j', (text) => {
    expect(hasLink(text)).toBe(false)
  })
})
