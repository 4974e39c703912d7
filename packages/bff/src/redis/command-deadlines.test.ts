import { describe, expect, it } from 'vitest'
import { createCommandDeadlines } from './guarded-client.ts'

const TIMEOUT_MS = 400
const LOOK_MS = TIMEOUT_MS / 8

/** Creates a connection whose clock and answers the test controls. */
function world() {
  let nowMs = 0
  let timers: { atMs: number; run: () => void }[] = []
  let late = 0
  let silent = 0
  let armed = 0
  const pending: { isSettled: boolean; reject: () => void }[] = []
  const deadlines = createCommandDeadlines({
    timeoutMs: TIMEOUT_MS,
    now: () => nowMs,
    wait: (delayMs, run) => {
      armed += 1
      timers.push({ atMs: nowMs + delayMs, run })
    },
    firstPending: () => pending[0],
    lastPending: () => pending.at(-1),
    onLate: (command) => {
      late += 1
      for (const one of pending.slice(0, pending.indexOf(command as never) + 1)) one.isSettled = true
    },
    onSilent: () => (silent += 1),
  })
  return {
    send() {
      pending.push({ isSettled: false, reject: () => undefined })
      deadlines.noteSent()
    },
    /** The oldest command is answered. */
    answer() {
      const command = pending.shift()
      if (command !== undefined) command.isSettled = true
    },
    moveTo(ms: number) {
      for (; nowMs <= ms; nowMs += 1) {
        const due = timers.filter(({ atMs }) => atMs <= nowMs)
        timers = timers.filter(({ atMs }) => atMs > nowMs)
        for (const { run } of due) run()
      }
    },
    late: () => late,
    silent: () => silent,
    armed: () => armed,
  }
}

describe(createCommandDeadlines, () => {
  it('fails a command at its deadline, not a millisecond before', () => {
    const { send, moveTo, late } = world()
    send()
    moveTo(TIMEOUT_MS - 1)
    expect(late()).toBe(0)
    moveTo(TIMEOUT_MS)
    expect(late()).toBe(1)
  })

  it('detects a late command at most an eighth of the time-out after its deadline', () => {
    const { send, answer, moveTo, late } = world()
    send()
    moveTo(1)
    answer()
    send()
    moveTo(TIMEOUT_MS)
    expect(late()).toBe(0)
    moveTo(1 + TIMEOUT_MS + LOOK_MS)
    expect(late()).toBe(1)
  })

  it('accepts a connection that answers every command in time, and not one with too long a queue', () => {
    const { send, answer, moveTo, late } = world()
    for (let count = 0; count < 50; count += 1) send()
    for (let ms = 10; ms < 3000; ms += 10) {
      answer()
      send()
      moveTo(ms)
    }
    // Fifty in line and one answered every 10 ms: each waits half a second.
    expect(late()).toBeGreaterThan(0)
    const quick = world()
    for (let ms = 10; ms < 3000; ms += 10) {
      quick.send()
      quick.send()
      quick.answer()
      quick.answer()
      quick.moveTo(ms)
    }
    expect(quick.late()).toBe(0)
  })

  it('sets one timer at a time, and none without pending commands', () => {
    const { send, answer, moveTo, armed } = world()
    for (let count = 0; count < 100; count += 1) send()
    expect(armed()).toBe(1)
    for (let count = 0; count < 100; count += 1) answer()
    moveTo(LOOK_MS * 2)
    const before = armed()
    moveTo(1000)
    expect(armed()).toBe(before)
    send()
    expect(armed()).toBe(before + 1)
  })

  it('reports a silent connection after a second time-out without any answer, not before', () => {
    const { send, moveTo, late, silent } = world()
    for (let ms = 0; ms < 2 * TIMEOUT_MS; ms += 10) {
      send()
      moveTo(ms)
    }
    expect([late() > 0, silent()]).toEqual([true, 0])
    send()
    moveTo(2 * TIMEOUT_MS + LOOK_MS)
    expect(silent()).toBe(1)
  })

  it('does not report a silent connection for one slow answer, and gives the next commands their own deadline', () => {
    const { send, answer, moveTo, late, silent } = world()
    send()
    moveTo(TIMEOUT_MS - LOOK_MS)
    send()
    moveTo(TIMEOUT_MS)
    expect(late()).toBe(1)
    for (let count = 0; count < 2; count += 1) answer()
    for (let ms = TIMEOUT_MS + 1; ms < 4 * TIMEOUT_MS; ms += 10) {
      send()
      moveTo(ms)
      answer()
    }
    expect([late(), silent()]).toEqual([1, 0])
  })

  it('starts again after a late command', () => {
    const { send, answer, moveTo, late, silent } = world()
    send()
    moveTo(TIMEOUT_MS)
    answer()
    send()
    moveTo(2 * TIMEOUT_MS + LOOK_MS)
    expect([late(), silent()]).toEqual([2, 0])
  })
})
