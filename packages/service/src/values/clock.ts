/** Reads the time: milliseconds since the epoch. Passed in, so that a test can set it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
