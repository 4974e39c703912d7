import { describe, expect, it } from 'vitest'
import { createCommandDeadlines } from './command-deadlines.ts'

/** A clock whose hands the test moves; timers that are due run then. */
function world() {
  let nowMs = 0
  let timers: { atMs: number; run: () => void }[] = []
  let missed = 0
  let armed = 0
  const deadlines = createCommandDeadlines({
    timeoutMs: 400,
    now: () => nowMs,
    wait: (delayMs, run) => {
      armed += 1
      timers.push({ atMs: nowMs + delayMs, run })
    },
    makeError: () => new Error('late'),
    onMissed: () => (missed += 1),
  })
  const send = () => {
    const command = { isSettled: false, errors: [] as string[], reject: (_error: Error): void => undefined }
    command.reject = (error) => {
      command.isSettled = true
      command.errors.push(error.message)
    }
    deadlines.track(command)
    return command
  }
  const moveTo = (ms: number) => {
    nowMs = ms
    const due = timers.filter(({ atMs }) => atMs <= ms)
    timers = timers.filter(({ atMs }) => atMs > ms)
    for (const { run } of due) run()
  }
  return { send, moveTo, missed: () => missed, armed: () => armed }
}

describe(createCommandDeadlines, () => {
  it('gives up on a command at its deadline, not a millisecond before', () => {
    const { send, moveTo, missed } = world()
    const command = send()
    moveTo(399)
    expect(command.errors).toEqual([])
    moveTo(400)
    expect(command.errors).toEqual(['late'])
    expect(missed()).toBe(1)
  })

  it('leaves a command alone that was answered', () => {
    const { send, moveTo, missed } = world()
    const command = send()
    command.isSettled = true
    moveTo(400)
    expect(command.errors).toEqual([])
    expect(missed()).toBe(0)
  })

  it('gives each command its own deadline with one timer at a time', () => {
    const { send, moveTo, armed } = world()
    const first = send()
    moveTo(100)
    const second = send()
    expect(armed()).toBe(1)
    moveTo(400)
    expect([first.errors.length, second.errors.length]).toEqual([1, 0])
    moveTo(500)
    expect(second.errors).toEqual(['late'])
    expect(armed()).toBe(2)
  })

  it('sets no timer when there is nothing to wait for', () => {
    const { send, moveTo, armed } = world()
    send().isSettled = true
    moveTo(400)
    expect(armed()).toBe(1)
    const late = send()
    expect(armed()).toBe(2)
    moveTo(800)
    expect(late.errors).toEqual(['late'])
  })
})
