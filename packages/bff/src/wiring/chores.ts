/** Work that repeats by itself and never runs twice at once. */
export interface Background {
  /** Starts no new round and waits for the one that runs. */
  stop(): Promise<void>
}

export interface Chore {
  readonly everyMs: number
  readonly run: () => Promise<void>
}

/** Repeats each chore; a round that fails is reported and tried again at its next time. */
export function startBackground(chores: readonly Chore[], onFailure: (error: unknown) => void): Background {
  let isStopping = false
  const runs = chores.map((chore) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let running: Promise<void> = Promise.resolve()
    const round = () => {
      running = chore
        .run()
        .catch(onFailure)
        .finally(() => {
          if (!isStopping) arm()
        })
    }
    const arm = () => {
      timer = setTimeout(round, chore.everyMs)
      timer.unref()
    }
    arm()
    return {
      async stop() {
        clearTimeout(timer)
        await running
      },
    }
  })
  return {
    async stop() {
      isStopping = true
      await Promise.all(runs.map((run) => run.stop()))
    },
  }
}
