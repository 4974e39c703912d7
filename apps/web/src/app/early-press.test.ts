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

describe('a button that was pressed before the script was there', () => {
  it('is pressed once everything answers, and not before', () => {
    const { pressed, stop } = keep(true)
    const pressNow = takeEarlyPress()
    expect(stop).toHaveBeenCalledTimes(1)
    expect(pressed).not.toHaveBeenCalled()
    pressNow()
    expect(pressed).toHaveBeenCalledTimes(1)
  })

  it('is pressed once, however often it is said that everything answers', () => {
    const { pressed } = keep(true)
    const pressNow = takeEarlyPress()
    pressNow()
    pressNow()
    expect(pressed).toHaveBeenCalledTimes(1)
  })

  it('is not pressed when it is not on the page any more', () => {
    const { pressed, button } = keep(true)
    const pressNow = takeEarlyPress()
    button.remove()
    pressNow()
    expect(pressed).not.toHaveBeenCalled()
  })

  it('is none on a page whose script was there at once', () => {
    expect(() => takeEarlyPress()()).not.toThrow()
  })
})

describe('a choice that was made before the script was there', () => {
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

  it('is made once everything answers, though the page shows what the server knew', () => {
    const { chosen, select } = choose(true)
    const pressNow = takeEarlyPress()
    expect(select.value).toBe('en')
    pressNow()
    pressNow()
    expect(chosen).toEqual(['de'])
  })

  it('is not made in a list that is not on the page any more', () => {
    const { chosen } = choose(false)
    takeEarlyPress()()
    expect(chosen).toEqual([])
  })
})
