const TICK_MS = 100
const SLOW_TICK_MS = 5_000

const seconds = (fromMs: number): string => `${((performance.now() - fromMs) / 1000).toFixed(1)} s`

/** Shows each step by name with its time: continuously on a terminal, at intervals elsewhere. */
export type Progress = {
  step<T>(name: string, work: () => Promise<T>, note?: (result: T) => string): Promise<T>
  /** Shows one line about the running step. */
  say(text: string): void
  stop(): void
}

export function createProgress(out: NodeJS.WriteStream): Progress {
  const running = new Map<string, number>()
  const isLive = out.isTTY === true
  const status = (): string => [...running].map(([name, fromMs]) => `${name} ${seconds(fromMs)}`).join(', ')
  const clear = (): void => void (isLive && out.write('\r\x1b[K'))
  const tick = setInterval(
    () => {
      if (running.size === 0) return
      if (isLive) out.write(`\r\x1b[K  … ${status()}`.slice(0, Math.max(20, out.columns + 4)))
      else out.write(`  …  ${status()}\n`)
    },
    isLive ? TICK_MS : SLOW_TICK_MS,
  )
  tick.unref()
  return {
    async step(name, work, note) {
      const fromMs = performance.now()
      running.set(name, fromMs)
      try {
        const result = await work()
        clear()
        const said = note?.(result) ?? ''
        out.write(`  ok  ${name.padEnd(34)}${seconds(fromMs).padStart(8)}${said === '' ? '' : `  ${said}`}\n`)
        return result
      } finally {
        running.delete(name)
        clear()
      }
    },
    say(text) {
      clear()
      out.write(`      ${text}\n`)
    },
    stop() {
      clearInterval(tick)
      clear()
    },
  }
}
