import { afterEach, describe, expect, it, vi } from 'vitest'
import { takeEarlyPress } from './early-press.ts'

afterEach(() => {
  delete window.earlyPress
})

function keep(isOnPage: boolean) {
  const button = document.createElement('button')
  const pressed = vi.fn<() => void>()
  button.addEventListener('click', pressed)
  if (isOnPage) document.body.append(button)
  const stop = vi.fn<() => void>()
  window.earlyPress = { button, chosen: new Map(), stop, stopChoosing: () => undefined }
  return { pressed, stop, button }
}

describe('a button that was pressed before hydration', () => {
  it('is pressed after hydration, not earlier', () => {
    const { pressed, stop } = keep(true)
    const pressNow = takeEarlyPress()
    expect(stop).toHaveBeenCalledTimes(1)
    expect(pressed).not.toHaveBeenCalled()
    pressNow()
    expect(pressed).toHaveBeenCalledTimes(1)
  })

  it('is pressed only once, even if hydration is reported twice', () => {
    const { pressed } = keep(true)
    const pressNow = takeEarlyPress()
    pressNow()
    pressNow()
    expect(pressed).toHaveBeenCalledTimes(1)
  })

  it('is not pressed if it was removed from the page meanwhile', () => {
    const { pressed, button } = keep(true)
    const pressNow = takeEarlyPress()
    button.remove()
    pressNow()
    expect(pressed).not.toHaveBeenCalled()
  })

  it('does nothing on a page that was hydrated at once', () => {
    expect(() => takeEarlyPress()()).not.toThrow()
  })
})

describe('an option that was selected before hydration', () => {
  function choose(isOnPage: boolean) {
    const select = document.createElement('select')
    select.append(new Option('English', 'en'), new Option('Deutsch', 'de'))
    const chosen: string[] = []
    select.addEventListener('change', () => chosen.push(select.value))
    if (isOnPage) document.body.append(select)
    window.earlyPress = {
      button: null,
      chosen: new Map([[select, 'de']]),
      ...{ stop: () => undefined, stopChoosing: () => undefined },
    }
    return { chosen, select }
  }

  it('is applied after hydration, although the page shows the value of the server', () => {
    const { chosen, select } = choose(true)
    const pressNow = takeEarlyPress()
    expect(select.value).toBe('en')
    pressNow()
    pressNow()
    expect(chosen).toEqual(['de'])
  })

  it('is not applied to a list that was removed from the page meanwhile', () => {
    const { chosen } = choose(false)
    takeEarlyPress()()
    expect(chosen).toEqual([])
  })
})
