import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

/** The router's links, with typed paths and preloading on intent, in Mantine's style. */

type AsLink<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>

export const TextLink = createLink((props: AsLink<AnchorProps>) => <Anchor {...props} />)
export const ButtonLink = createLink((props: AsLink<ButtonProps>) => <Button component="a" {...props} />)
export const IconLink = createLink((props: AsLink<ActionIconProps>) => <ActionIcon component="a" {...props} />)
export const MenuLink = createLink((props: AsLink<MenuItemProps>) => <Menu.Item component="a" {...props} />)
