/** The same function, but no two calls of all functions made here overlap: two programs cannot install packages at once. */
export function oneAtATime<Input, Output>(act: (input: Input) => Promise<Output>) {
  return (input: Input): Promise<Output> => {
    const turn = last.then(() => act(input))
    last = turn.catch(() => {})
    return turn
  }
}

let last: Promise<unknown> = Promise.resolve()
