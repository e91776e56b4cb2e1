"""Rules out of successful runs: what a step leads to, what varies by itself, and what proves that it worked.

    from gui_rec.replayer.induction.learn import induce

    rule = induce(steps)                                    # the same step of N runs, N >= 1 (3 is the least of use)
    rule = induce(steps, inputs={"user": "ada"}, others=other_steps)

`steps` are `model.step.Step`s: of each run the state before, the action, the state after, both states captured in
that same run (what already differed before the step is no effect of it). `inputs` are the texts that the task was
given: one mapping for all runs, or one for each. `others` are observations of the app that this step does not lead to,
or the steps that lead there; the states before the step count among them by themselves. The answer is a
`replayer.rules.model.StepRule`; `learn` gives the reasons, too: which slots varied, and what each was taken for.

Everything here but `recordings` and `replays` is pure: the same runs give the same rule.
"""
