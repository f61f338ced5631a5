/** A worker's answer to its only order. `failed` carries the name and message of the error. */
export type WorkerMessage<Answer> =
  | { status: 'working' }
  | { status: 'done'; answer: Answer }
  | { status: 'failed'; name: string; message: string }

/**
 * The worker's side of `askWorker`. A page is not told about a promise that is rejected in a worker, so every error is sent as a message.
 *
 * @param work does the order; if it takes long, it calls `goesOn` at least every few seconds
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
