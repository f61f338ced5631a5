/** The reason why a file is no table. The messages are `tables.file.…`. */
export type TableFileProblem = 'unreadable' | 'too-large' | 'too-slow' | 'empty'

export class TableFileError extends Error {
  override readonly name = 'TableFileError'
  readonly problem: TableFileProblem

  constructor(problem: TableFileProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
