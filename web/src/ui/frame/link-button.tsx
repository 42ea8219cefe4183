import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AnchorProps = Omit<ComponentProps<'a'>, keyof ButtonProps> & ButtonProps;

export const LinkButton = createLink((props: AnchorProps) => <Button component="a" {...props} />);
