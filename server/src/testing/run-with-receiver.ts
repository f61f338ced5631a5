// Loaded into the server of an end-to-end test before the server itself (node --import), because no environment variable of the product
// can set this. RECEIVER_PORT: receiver.example resolves to this machine, at this port, as if that were the public internet.
import { OPEN_NETWORK } from '../platform/outgoing/fetch-outside.ts'

const { resolve, isPublic, ports } = OPEN_NETWORK
Object.assign(OPEN_NETWORK, {
  resolve: async (hostname: string) => (hostname === 'receiver.example' ? ['127.0.0.1'] : resolve(hostname)),
  isPublic: (address: string) => address === '127.0.0.1' || isPublic(address),
  ports: [...ports, Number(process.env.RECEIVER_PORT)],
})
