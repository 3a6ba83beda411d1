import { Checkbox, Radio, Stack } from '@mantine/core'
import type { Role } from '#values/agencyValues.ts'
import { type Member, roleDescriptions, roleLabels } from '../members.schema.ts'
import { nameOrEmail } from './memberNames.ts'
import classes from './RoleFields.module.css'

interface FieldProps<Value> {
  value: Value
  error?: string
  onChange: (value: Value) => void
  'data-field': string
}

interface RoleFieldsProps {
  roles: readonly Role[]
  role: FieldProps<Role>
  agentIds: FieldProps<string[]>
  /** For whom an assistant can act. */
  agents: Member[]
}

/** A role with what it means, and for an assistant the agents they act for. */
export function RoleFields({ roles, role, agentIds, agents }: RoleFieldsProps) {
  const roleNamed = (value: string) => roles.find((one) => one === value)
  return (
    <>
      <Radio.Group
        label="Role"
        value={role.value}
        error={role.error}
        onChange={(value) => role.onChange(roleNamed(value) ?? role.value)}
      >
        <Stack gap={10} mt={4}>
          {roles.map((one, index) => (
            <Radio
              key={one}
              value={one}
              label={roleLabels[one]}
              description={roleDescriptions[one]}
              data-field={index === 0 ? role['data-field'] : undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {role.value === 'assistant' && (
        <Checkbox.Group
          label="Acts for"
          description="They work on the listings and leads of these agents, in the agents’ names."
          value={agentIds.value}
          error={agentIds.error}
          onChange={agentIds.onChange}
        >
          <div className={classes.agents}>
            {agents.map((one, index) => (
              <Checkbox
                key={one.id}
                value={one.id}
                label={<bdi>{nameOrEmail(one)}</bdi>}
                data-field={index === 0 ? agentIds['data-field'] : undefined}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  )
}
