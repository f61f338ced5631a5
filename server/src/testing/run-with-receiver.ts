// Loaded into the server of a journey before the server itself (node --import): no variable of the environment can do this in the product.
// RECEIVER_PORT: receiver.example leads to this machine, at this port, as if that were the open network.
import { OPEN_NETWORK } from '../platform/outgoing/fetch-outside.ts'

const { resolve, isPublic, ports } = OPEN_NETWORK
Object.assign(OPEN_NETWORK, {
  resolve: async (hostname: string) => (hostname === 'receiver.example' ? ['127.0.0.1'] : resolve(hostname)),
  isPublic: (address: string) => address === '127.0.0.1' || isPublic(address),
  ports: [...ports, Number(process.env.RECEIVER_PORT)],
})
