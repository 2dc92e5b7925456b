/** Calls back once; returns the way to prevent it. */
export type Delay = (callBack: () => void, ms: number) => () => void

export const delay: Delay = (callBack, ms) => {
  const timer = setTimeout(callBack, ms)
  return () => clearTimeout(timer)
}
