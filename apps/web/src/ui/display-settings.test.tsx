import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { alerted, heading, noContent, SESSION_CALL, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleSession } from '#testing/samples.ts'

const bff = startFakeBff()
const SAVE = 'POST /api/preferences'
const language = () => screen.getByLabelText<HTMLSelectElement>(/^(Language|Langue)$/)
const theme = () => screen.getByLabelText<HTMLSelectElement>(/^(Colours|Couleurs)$/)
const choose = (field: HTMLSelectElement, value: string) =>
  void fireEvent.change(field, { target: { value } })
const painted = () => document.documentElement.dataset['theme']
const saved = () => bff.asked.filter(({ name }) => name === SAVE).map(({ body }) => body)

describe('the colour theme', () => {
  it('changes at once and is stored by the BFF', async () => {
    bff.session = sampleSession()
    bff.answers(SAVE, () => {
      bff.session = sampleSession({ theme: 'dark' })
      return noContent()
    })
    bff.open('/')
    choose(theme(), 'dark')
    await waitFor(() => expect(painted()).toBe('dark'))
    await waitFor(() => expect(saved()).toEqual([{ theme: 'dark' }]))
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBe(1))
    expect(theme().value).toBe('dark')
  })

  it('keeps the selected option while the session is read again', async () => {
    bff.session = sampleSession()
    bff.answers(SAVE, noContent())
    const reading = bff.holds(SESSION_CALL, () => sampleSession({ theme: 'dark' }))
    bff.open('/')
    choose(theme(), 'dark')
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBeGreaterThan(0))
    await act(() => Promise.resolve())
    expect(theme().value).toBe('dark')
    reading.release()
    await waitFor(() => expect(theme().value).toBe('dark'))
  })

  it('is reset and announced if it could not be stored', async () => {
    bff.session = sampleSession({ theme: 'light' })
    bff.answers(SAVE, problemAnswer('store-unavailable'))
    bff.open('/')
    choose(theme(), 'dark')
    await waitFor(() => expect(alerted()).toBe('Your change may not have been saved. Try again.'))
    expect(painted()).toBe('light')
    expect(theme().value).toBe('light')
  })

  it('is that of the device, light or dark', () => {
    bff.session = sampleSession()
    bff.open('/')
    expect([...theme().options].map(({ value }) => value)).toEqual(['system', 'light', 'dark'])
    choose(theme(), 'purple')
    expect(bff.asked).toEqual([])
  })
})

describe('the language list', () => {
  it('names each language in that language, with a lang attribute', () => {
    bff.session = sampleSession()
    bff.open('/')
    expect([...language().options].map(({ text, lang }) => [text, lang])).toEqual([
      ['English', 'en'],
      ['Français', 'fr'],
      ['Deutsch', 'de'],
    ])
  })

  it('changes the language without leaving the page or its content', async () => {
    bff.answers(SAVE, () => {
      bff.session = { ...bff.session, locale: 'fr' }
      return noContent()
    })
    bff.open('/businesses')
    choose(language(), 'fr')
    await waitFor(() => expect(heading()).toBe('Entreprises'))
    expect(location.pathname).toBe('/b/northwind/businesses')
    expect(document.documentElement.lang).toBe('fr')
    expect(document.title).toBe('Entreprises – Counterfoil')
    await waitFor(() => expect(saved()).toEqual([{ locale: 'fr' }]))
  })

  it('keeps focus after a change', async () => {
    bff.answers(SAVE, noContent())
    bff.open('/businesses')
    const list = language()
    list.focus()
    choose(list, 'fr')
    await waitFor(() => expect(heading()).toBe('Entreprises'))
    expect(document.activeElement).toBe(list)
  })
})
