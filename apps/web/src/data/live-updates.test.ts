import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startLiveUpdates, tellOtherTabs } from './live-updates.ts'

/** Fakes of EventSource and BroadcastChannel that the test controls. */
const streams: FakeStream[] = []
const channels: FakeChannel[] = []

class FakeStream extends EventTarget {
  static readonly CLOSED = 2
  readonly url: string
  readyState = 0
  constructor(url: string) {
    super()
    this.url = url
    streams.push(this)
  }
  close() {
    this.readyState = FakeStream.CLOSED
  }
}
class FakeChannel extends EventTarget {
  isOpen = true
  constructor() {
    super()
    channels.push(this)
  }
  /** Delivers to every other channel of this name, as browsers do, including those of the same page. */
  postMessage(data: unknown) {
    for (const other of channels)
      if (other !== this && other.isOpen) other.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
  close() {
    this.isOpen = false
  }
}

const onChange = vi.fn<() => void>()
const onSignedOutElsewhere = vi.fn<() => void>()
const onBooksChanged = vi.fn<(connectionId: string) => void>()
const onReturn = vi.fn<() => void>()
const start = (listens = true) =>
  startLiveUpdates({ listens, onChange, onSignedOutElsewhere, onBooksChanged, onReturn })
const say = (name: string) => streams.at(-1)?.dispatchEvent(new Event(name))
const fromAnotherTab = (kind: string) => new FakeChannel().postMessage({ kind, from: -1 })
const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

function look(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  streams.length = 0
  channels.length = 0
  vi.clearAllMocks()
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeStream)
  vi.stubGlobal('BroadcastChannel', FakeChannel)
})

it('a change notice from another tab names the connection, and causes no session reading', () => {
  const stop = start()
  new FakeChannel().postMessage({ kind: 'books-changed', connectionId: 'c', from: -1 })
  expect(onBooksChanged.mock.calls).toEqual([['c']])
  expect(onChange).not.toHaveBeenCalled()
  stop()
})

describe('the event stream', () => {
  it('reports when the session has to be read again', () => {
    const stop = start()
    expect(streams.map(({ url }) => url)).toEqual(['/api/events'])
    say('open')
    say('session')
    expect(onChange).toHaveBeenCalledTimes(1)
    stop()
  })

  it('is not opened for a visitor without a session', () => {
    const stop = start(false)
    expect(streams).toEqual([])
    vi.advanceTimersByTime(300_000)
    expect(onChange).not.toHaveBeenCalled()
    stop()
  })

  it('causes no reading when it first opens, and one when it reopens after an error', () => {
    const stop = start()
    say('open')
    expect(onChange).not.toHaveBeenCalled()
    say('error')
    say('open')
    expect(onChange).toHaveBeenCalledTimes(1)
    stop()
  })

  it('is replaced by a reading every thirty seconds while it is down, and only then', () => {
    const stop = start()
    say('error')
    say('error')
    vi.advanceTimersByTime(60_000)
    expect(onChange).toHaveBeenCalledTimes(2)
    say('open')
    onChange.mockClear()
    vi.advanceTimersByTime(300_000)
    expect(onChange).not.toHaveBeenCalled()
    stop()
  })

  it('is not replaced by readings in a hidden page', () => {
    const stop = start()
    say('error')
    look('hidden')
    vi.advanceTimersByTime(120_000)
    expect(onChange).not.toHaveBeenCalled()
    stop()
  })

  it('is replaced by a reading every thirty seconds in a browser without EventSource', () => {
    vi.stubGlobal('EventSource', undefined)
    const stop = start()
    vi.advanceTimersByTime(90_000)
    expect(onChange).toHaveBeenCalledTimes(3)
    stop()
  })

  it('is closed on pagehide, so that the page can be cached, and reopened on pageshow', () => {
    const stop = start()
    window.dispatchEvent(new Event('pagehide'))
    expect(streams[0]?.readyState).toBe(FakeStream.CLOSED)
    expect(channels.some(({ isOpen }) => isOpen)).toBe(false)
    show(true)
    expect(streams).toHaveLength(2)
    expect(onReturn).toHaveBeenCalledTimes(1)
    expect(onChange).toHaveBeenCalledTimes(1)
    stop()
  })

  it('does not treat the first pageshow as a return', () => {
    const stop = start()
    show(false)
    expect(streams).toHaveLength(1)
    expect(onReturn).not.toHaveBeenCalled()
    stop()
  })

  it('removes all listeners when it is stopped', () => {
    const stop = start()
    say('error')
    stop()
    expect(streams[0]?.readyState).toBe(FakeStream.CLOSED)
    vi.advanceTimersByTime(300_000)
    show(true)
    look('visible')
    fromAnotherTab('changed')
    expect(onChange).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a page that was hidden', () => {
  it.each([
    [30_000, 0],
    [30_001, 1],
  ])('for %i ms causes %i readings when it becomes visible', (hiddenMs, readings) => {
    const stop = start()
    look('hidden')
    vi.advanceTimersByTime(hiddenMs)
    look('visible')
    expect(onChange).toHaveBeenCalledTimes(readings)
    look('visible')
    expect(onChange).toHaveBeenCalledTimes(readings)
    stop()
  })
})

describe('messages between tabs', () => {
  it('report a change and an intended sign-out as different events', () => {
    const stop = start()
    fromAnotherTab('changed')
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(onSignedOutElsewhere).not.toHaveBeenCalled()
    fromAnotherTab('signed-out')
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(onSignedOutElsewhere).toHaveBeenCalledTimes(1)
    stop()
  })

  it('are sent to other tabs, but not to the sending page', () => {
    const stop = start()
    const other = vi.fn<(event: Event) => void>()
    new FakeChannel().addEventListener('message', other)
    tellOtherTabs({ kind: 'changed' })
    expect(other).toHaveBeenCalledTimes(1)
    expect(onChange).not.toHaveBeenCalled()
    stop()
  })

  it('leave no channel open', () => {
    tellOtherTabs({ kind: 'signed-out' })
    expect(channels.map(({ isOpen }) => isOpen)).toEqual([false])
  })

  it('are omitted without an error in a browser without BroadcastChannel', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const stop = start()
    expect(() => tellOtherTabs({ kind: 'changed' })).not.toThrow()
    stop()
  })
})
