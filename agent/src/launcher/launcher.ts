/** The launcher puts itself here on `globalThis`, for the agent that it starts. The agent may be newer than the launcher. */
export const LAUNCHER = Symbol.for('placard.screen.launcher')

/** The launcher as an agent sees it. Its form never changes: agents of later versions are started by packages of today. */
export type Launcher = {
  /** The folder of the updates. */
  folder: string
  /** The file that runs, and the file of the package: SHA-256 in hex. */
  hash: string
  packaged: string
  /** True: the running file was installed lately, and `settle` must be called soon. */
  isTrial: boolean
  /** Call it when the server has answered. */
  answered(): void
  /** Call it when the version works. @throws Error if that cannot be stored */
  settle(): void
}
