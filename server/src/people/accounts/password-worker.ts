import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// The thread of `password-strength.ts`: receives a password and replies with its score, 0 to 4.
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
parentPort?.on('message', (password: string) => parentPort?.postMessage(estimator.check(password).score))
