/** The answer of a worker to its one order. `failed`: the name and message of the error. */
export type WorkerMessage<Answer> =
  | { status: 'working' }
  | { status: 'done'; answer: Answer }
  | { status: 'failed'; name: string; message: string }

/**
 * The worker's side of `askWorker`. A page does not hear of a promise that is rejected in a worker, so every error is sent.
 *
 * @param work does the order; it calls `goesOn` at least every few seconds where it takes long
 */
export function answerOrder<Order, Answer>(work: (order: Order, goesOn: () => void) => Promise<Answer>): void {
  const say = (message: WorkerMessage<Answer>) => self.postMessage(message)
  self.onmessage = async ({ data }: MessageEvent<Order>) => {
    try {
      say({ status: 'done', answer: await work(data, () => say({ status: 'working' })) })
    } catch (error) {
      const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
      say({ status: 'failed', name, message })
    }
  }
}
