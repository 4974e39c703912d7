import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { button, giveClipboard, press, spoken, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnectResult, sampleSession } from '#testing/samples.ts'

const bff = startFakeBff()
const openReference = () => {
  bff.session = sampleSession()
  const result = sampleConnectResult('mismatch', { connectionId: null, businessName: null })
  bff.open(`/?result=${result.id}`, { connectResult: result })
}

describe('a copyable reference', () => {
  it('is copied by a press, which is shown and announced, and keeps focus', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
    giveClipboard(writeText)
    openReference()
    const copy = button('Copy')
    copy.focus()
    press('Copy')
    expect(writeText).toHaveBeenCalledWith('7F2K-91')
    expect(await screen.findByRole('button', { name: 'Copied' })).toBe(copy)
    await waitFor(() => expect(spoken()).toBe('Copied'))
    expect(document.activeElement).toBe(copy)
  })

  it('reserves space for both labels, so that the layout does not shift', () => {
    openReference()
    const words = [...document.querySelectorAll('.copy-words > span')]
    expect(words.map(({ textContent }) => textContent)).toEqual(['Copy', 'Copied'])
    expect(words.map((word) => word.getAttribute('aria-hidden'))).toEqual(['false', 'true'])
  })

  it.each([
    ['refuses', () => giveClipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')))],
    ['has no clipboard', () => undefined],
  ])('is shown in a text field if the browser %s', async (_, prepare) => {
    prepare()
    openReference()
    press('Copy')
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Copy' })
    expect(text.value).toBe('7F2K-91')
    expect(text.readOnly).toBe(true)
    expect(spoken()).toBe('This browser can’t copy for you. Select the text and copy it.')
    text.focus()
    expect([text.selectionStart, text.selectionEnd]).toEqual([0, '7F2K-91'.length])
  })
})
