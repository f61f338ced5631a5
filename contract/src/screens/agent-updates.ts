import { Instant } from '../platform/instant.ts'
import { z } from '../platform/zod.ts'
import { AgentHash, AgentUpdateProblem } from './agent.ts'
import { ScreenId } from './screen.ts'

/**
 * The steps in which a new version of the agent reaches the machines of an organisation [PX6]. `waiting`: somebody has to begin. `trial`: one
 * screen has it. `tenth`: a tenth of them. `all`: each of them.
 */
export const ROLLOUT_STAGES = ['waiting', 'trial', 'tenth', 'all'] as const
export const RolloutStage = z.enum(ROLLOUT_STAGES)
export type RolloutStage = z.infer<typeof RolloutStage>

const Named = z.object({ id: ScreenId, name: z.string() })

/** The versions of the agent on the machines of an organisation. */
export const AgentUpdates = z.object({
  at: Instant,
  /** The server's version. null: this server has no file of the agent. */
  release: z.object({ version: z.string(), hash: AgentHash }).nullable(),
  /** False: a new version waits until somebody begins. */
  isAutomatic: z.boolean(),
  isPaused: z.boolean(),
  /** null: no machine has another version than the server. */
  stage: RolloutStage.nullable(),
  /** The screen that tries the new version first. null: none is chosen yet. */
  trial: Named.nullable(),
  /** The screen on which the version before came back, which has stopped the rest. null: none. */
  stopped: Named.extend({ problem: AgentUpdateProblem }).nullable(),
  /** The earliest instant of the next step. null: it depends on the machines. */
  nextAt: Instant.nullable(),
  /** The machines that can update themselves, by name. */
  machines: z.array(
    Named.extend({
      place: z.string(),
      /** True: it runs the server's version and counts as well. */
      isCurrent: z.boolean(),
      isConnected: z.boolean(),
      problem: AgentUpdateProblem.nullable(),
    }),
  ),
})
export type AgentUpdates = z.infer<typeof AgentUpdates>

/** An absent field is not changed. */
export const ChangeAgentUpdates = z.strictObject({
  isAutomatic: z.boolean().optional(),
  isPaused: z.boolean().optional(),
})
export type ChangeAgentUpdates = z.infer<typeof ChangeAgentUpdates>

/** `screenId`: the screen that tries it first. null: it goes on after it was stopped, with the screens that are left. */
export const StartAgentUpdates = z.strictObject({ screenId: ScreenId.nullable() })
export type StartAgentUpdates = z.infer<typeof StartAgentUpdates>
