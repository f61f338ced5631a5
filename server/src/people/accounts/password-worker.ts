import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// The thread that `password-strength.ts` asks: a password comes, its score of 0 to 4 goes.
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
parentPort?.on('message', (password: string) => parentPort?.postMessage(estimator.check(password).score))
