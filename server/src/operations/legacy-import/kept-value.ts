import { type JsonEvent, UnreadableFile } from './json-walk.ts'

/** The beginning of a text that was longer than the reader keeps. */
export class CutText {
  readonly beginning: string
  constructor(beginning: string) {
    this.beginning = beginning
  }
}

/** A JSON value. Objects are maps, so that a key like `__proto__` has no special meaning. */
export type KeptValue = string | CutText | number | boolean | null | KeptValue[] | Map<string, KeptValue>

/** The limit for all files of one import together. A large installation has some ten thousand values. */
const MAX_VALUES = 500_000
const MAX_CHARACTERS = 64 * 1024 * 1024

/** Limits the memory of an import, and refuses files that are larger than any real export. */
export type Budget = {
  /** @throws UnreadableFile */
  spend(file: string, characters: number): void
}

export function createBudget(limits = { values: MAX_VALUES, characters: MAX_CHARACTERS }): Budget {
  let { values, characters: left } = limits
  return {
    spend(file, characters) {
      values -= 1
      left -= characters
      if (values >= 0 && left >= 0) return
      throw new UnreadableFile(
        `${file} is larger than the limit of an import (${limits.values} values, ${limits.characters} characters). Split it by displays.`,
      )
    },
  }
}

type Container = { kind: 'array'; value: KeptValue[] } | { kind: 'object'; value: Map<string, KeptValue>; key: string }

/**
 * Builds one value from its events.
 *
 * @returns takes the next event, and returns the value once it is complete
 */
export function createBuilder(file: string, budget: Budget): (event: JsonEvent) => KeptValue | undefined {
  const open: Container[] = []

  function put(value: KeptValue): void {
    const parent = open.at(-1)
    if (parent?.kind === 'array') parent.value.push(value)
    else parent?.value.set(parent.key, value)
  }

  function finish(value: KeptValue): KeptValue | undefined {
    put(value)
    return open.length === 0 ? value : undefined
  }

  return (event) => {
    switch (event.kind) {
      case 'key': {
        const parent = open.at(-1)
        budget.spend(file, event.key.text.length)
        if (parent?.kind === 'object') parent.key = event.key.text
        return undefined
      }
      case 'open':
        budget.spend(file, 0)
        open.push(
          event.shape === 'array' ? { kind: 'array', value: [] } : { kind: 'object', value: new Map(), key: '' },
        )
        return undefined
      case 'close': {
        const closed = open.pop()
        return closed && finish(closed.value)
      }
      case 'text':
        budget.spend(file, event.text.text.length)
        return finish(event.text.cut ? new CutText(event.text.text) : event.text.text)
      case 'number':
      case 'constant':
        budget.spend(file, 0)
        return finish(event.value)
    }
  }
}
