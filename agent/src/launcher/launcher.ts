/** The place at which the launcher leaves itself for the agent that it starts, which may be newer than the launcher. */
export const LAUNCHER = Symbol.for('placard.screen.launcher')

/** The launcher as an agent sees it. Its form never changes: agents of later versions are started by packages of today. */
export type Launcher = {
  /** Of the updates. */
  folder: string
  /** The file that runs, and the file of the package: SHA-256 in hex. */
  hash: string
  packaged: string
  /** The file that runs was installed, and must settle soon. */
  isTrial: boolean
  /** The server has answered. */
  answered(): void
  /** The version is well. @throws Error if that cannot be stored */
  settle(): void
}
